import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { DemoClip, ClipPattern, ClipFormat } from '../clips.ts'
import { contentTypeColors, renderTransparentDrawing } from './demo-images.ts'
import { buildSoundtrackFilterGraph } from './soundtrack.ts'

const sizes: Record<ClipFormat, [number, number]> = {
  wide: [640, 360],
  hd: [1280, 720],
  portrait: [360, 640],
  square: [480, 480],
}
const rate = 20

const run = promisify(execFile)

/**
 * The part that is cut from the beginning of a trimmed clip, in seconds. The video has a key frame at the
 * cut.
 */
const trimmedSeconds = 4

/**
 * Renders the clip with ffmpeg into a folder and returns the path of the file. Rendering a clip takes two or
 * three seconds of CPU time.
 */
export async function renderClipVideo(clip: DemoClip, nth: number, folder: string): Promise<string> {
  const path = join(folder, `clip-${nth}.mp4`)
  const puppet = join(folder, `sprite-${clip.drawing}.png`)
  await writeFile(puppet, await renderTransparentDrawing(clip.drawing))
  if (clip.special !== 'trimmed') {
    await run('ffmpeg', [...clipVideoCommand(clip, nth, puppet), path])
    return path
  }
  const whole = join(folder, `whole-${nth}.mp4`)
  const longer = { ...clip, seconds: clip.seconds + 2 * trimmedSeconds }
  await run('ffmpeg', [...clipVideoCommand(longer, nth, puppet), whole])
  await run('ffmpeg', [...trimCommand(whole, clip.seconds), path])
  await rm(whole)
  return path
}

/**
 * As in the upload form, the part to keep is copied to a new file, so the rest of the clip is never uploaded.
 */
function trimCommand(file: string, seconds: number): string[] {
  return [
    ['-nostdin', '-y', '-v', 'error', '-ss', String(trimmedSeconds), '-i', file],
    ['-t', String(seconds), '-c', 'copy', '-movflags', '+faststart'],
  ].flat()
}

/**
 * Returns the ffmpeg command without the output file. The audio is the first input because some patterns
 * visualize the audio.
 */
function clipVideoCommand(clip: DemoClip, nth: number, puppet: string): string[] {
  const { seconds } = clip
  return [
    ['-nostdin', '-y', '-v', 'error'],
    ['-f', 'lavfi', '-i', buildSoundtrackFilterGraph(clip.tune, seconds, nth)],
    ['-i', puppet],
    ['-filter_complex', videoFilter(clip, nth), '-map', '[v]', '-map', '0:a'],
    ['-t', String(seconds), '-r', String(rate), '-pix_fmt', 'yuv420p'],
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '27', '-g', String(rate * 2)],
    ['-c:a', 'aac', '-b:a', '96k', '-ac', '2', '-movflags', '+faststart'],
  ].flat()
}

function videoFilter(clip: DemoClip, nth: number): string {
  const [width, height] = sizes[clip.shape]
  const size = `${width}x${height}`
  const [hue, second] = contentTypeColors[clip.type].map((colour) => colour.replace('#', '0x')) as [
    string,
    string,
  ]
  const d = `duration=${clip.seconds}`
  // A drawing that is rendered at a smaller size and scaled up looks the same and takes much less CPU time.
  const half = `${width / 2}x${height / 2}`
  const quarter = `${width / 4}x${height / 4}`
  const up = `scale=${width}:${height}:flags=bicubic`
  const drift = `gradients=s=${quarter}:r=${rate}:${d}:c0=${hue}:c1=0x150d24:c2=${second}:nb_colors=3:seed=${nth + 1}:speed=0.02,${up}`
  const filters: Record<ClipPattern, string> = {
    puppet: `${drift}[ground];${spriteFilter(width, height, nth)}`,
    gradient: `${drift}[v]`,
    waves: `${drift}[ground];[0:a]showwaves=s=${size}:mode=cline:r=${rate}:colors=${second}|${hue}[waves];[ground][waves]overlay[v]`,
    spectrum: `[0:a]showcqt=s=${size}:fps=${rate}:axis_h=0:bar_g=3:sono_g=4,format=rgb24,lutrgb=r=val*0.45+21:g=val*0.7+13:b=val*0.84+36[v]`,
    mandelbrot: `mandelbrot=s=${half}:rate=${rate}:maxiter=400:end_scale=0.02,hue=h=${nth * 40},${up}[v]`,
    life: `life=s=${width / 8}x${height / 8}:mold=12:r=12:ratio=0.14:life_color=${hue}:death_color=0x5a36d8:mold_color=0x150d24,scale=${size}:flags=neighbor,fps=${rate}[v]`,
    cells: `cellauto=s=${width / 4}x${height / 4}:rule=110:r=${rate},scale=${size}:flags=neighbor,format=rgb24,lutrgb=r=val*0.3+20:g=val*0.76+13:b=val*0.86+36[v]`,
    plasma: `nullsrc=s=160x90:r=${rate}:${d},geq=r='128+100*sin(X/17+T*1.3)':g='60+50*sin(Y/11-T)':b='140+90*sin((X+Y)/23+T*0.7)',${up}[v]`,
    sierpinski: `sierpinski=s=${half}:r=${rate}:type=carpet,hue=h=${nth * 30}:s=2,${up}[v]`,
    test: `testsrc2=s=${half}:r=${rate}:${d},hue=h=200,${up}[v]`,
  }
  return filters[clip.pattern]
}

/**
 * Returns the ffmpeg filter that moves the drawing around. The movement differs from clip to clip. The
 * drawing is rotated at two thirds of its size, because rotation takes most of the rendering time of a clip.
 */
function spriteFilter(width: number, height: number, nth: number): string {
  const side = Math.round((Math.min(width, height) * 0.62) / 2) * 2
  const [slow, quick] = [0.7 + (nth % 5) * 0.15, 2 + (nth % 4) * 0.7]
  const x = `(W-w)/2+(W-w)*0.38*sin(t*${slow})`
  const y = `(H-h)/2-(H-h)*0.36*abs(sin(t*${quick}))+(H-h)*0.18`
  const turn = `rotate=a='0.16*sin(t*${quick})':c=none:ow=iw:oh=ih`
  const small = Math.round(side / 3) * 2
  const repeat = `loop=-1:1,setpts=N/${rate}/TB`
  return `[1:v]format=yuva420p,scale=${small}:${small},${repeat},${turn},scale=${side}:${side}[puppet];[ground][puppet]overlay=x='${x}':y='${y}':shortest=1[v]`
}
