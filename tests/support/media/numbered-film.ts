import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readFrameNumbers } from './numbered-frames.ts'

const exec = promisify(execFile)

export const filmFps = 30
/** Enough for two hours and 25 minutes at 30 frames per second. */
const bits = 18
const patternSeconds = 40

/**
 * Creates a long film of 640×360 pixels, with a tone as its audio, in an empty folder, and returns its path. The lower
 * part of each frame shows the frame's own number as black and white bars. The rest shows a moving test pattern with
 * noise, which takes about as much encoding work as real footage. The film has a bit rate of 1.8 Mbit/s.
 */
export async function createNumberedFilm(folder: string, minutes: number): Promise<string> {
  await mkdir(folder, { recursive: true })
  const pattern = join(folder, 'pattern.mp4')
  const picture = `testsrc2=s=640x296:r=${filmFps}:d=${patternSeconds},noise=alls=10:allf=t,format=yuv420p`
  await ffmpeg(['-f', 'lavfi', '-i', picture, ...encoder, pattern])
  const seconds = minutes * 60
  const partSeconds = Math.ceil(seconds / availableParallelism())
  const parts = Array.from({ length: Math.ceil(seconds / partSeconds) }, (_, i) => ({
    path: join(folder, `part-${i}.mp4`),
    first: i * partSeconds * filmFps,
    seconds: Math.min(partSeconds, seconds - i * partSeconds),
  }))
  const audio = join(folder, 'audio.mp4')
  const tone = ['-f', 'lavfi', '-i', `sine=f=440:r=48000:d=${seconds}`, '-c:a', 'aac', '-ac', '2', audio]
  await Promise.all([ffmpeg(tone), ...parts.map((part) => createPart(pattern, part))])
  const list = join(folder, 'parts.txt')
  await writeFile(list, parts.map(({ path }) => `file '${path}'\n`).join(''))
  const film = join(folder, 'film.mp4')
  const inputs = ['-f', 'concat', '-safe', '0', '-i', list, '-i', audio]
  await ffmpeg([...inputs, '-map', '0:v', '-map', '1:a', '-c', 'copy', '-movflags', '+faststart', film])
  for (const path of [pattern, audio, ...parts.map((part) => part.path)]) await rm(path)
  return film
}

const encoder = '-c:v libx264 -preset ultrafast -b:v 1600k -maxrate 2M -bufsize 4M -g 60'.split(' ')

async function createPart(
  pattern: string,
  { path, first, seconds }: { path: string; first: number; seconds: number },
): Promise<void> {
  const isBitSet = `bitand(floor((N+${first})/pow(2,floor(X/2))),1)`
  const bars = `geq=lum='if(${isBitSet},235,16)':cb=128:cr=128,scale=640:64:flags=neighbor`
  const numbers = `nullsrc=s=${bits * 2}x2:r=${filmFps}:d=${seconds},format=yuv420p,${bars}`
  const inputs = ['-stream_loop', '-1', '-i', pattern, '-f', 'lavfi', '-i', numbers]
  await ffmpeg([
    ...inputs,
    '-filter_complex',
    '[0:v][1]vstack=shortest=1',
    '-frames:v',
    `${seconds * filmFps}`,
    ...encoder,
    path,
  ])
}

async function ffmpeg(args: string[]): Promise<void> {
  await exec('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args])
}

/** Reads the numbers that consecutive frames of a film show, at any size, in the order in which they are shown. */
export function readFilmFrameNumbers(video: Buffer): Promise<number[]> {
  return readFrameNumbers(video, { bits, filter: 'crop=iw:ih/12:0:ih*43/48' })
}
