import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type LiveSourceOptions = {
  container: 'matroska' | 'flv'
  seconds: number
  fps?: number
  /** Seconds between keyframes. */
  keyframes?: number
  /** Shifts the timestamps of the frames by up to 8 ms, as cameras do. */
  jitter?: boolean
  /** Uses B-frames (frames that refer to later frames), as OBS does. */
  reorderedFrames?: boolean
  audio?: boolean
  size?: string
  /** Adds noise to the picture, so that encoding it needs a high bitrate. */
  noise?: boolean
  videoCodec?: string
  audioCodec?: string
}

/**
 * Creates a live source. Each frame shows its number in binary: each of the 16 bits is a vertical bar, with
 * the lowest bit on the left (`readFrameNumbers`). The audio is silent for the first 1.5 s and then plays a
 * tone.
 */
export async function createLiveSource(path: string, options: LiveSourceOptions): Promise<string> {
  const { container, seconds, fps = 30, keyframes = 2, size = '640x384' } = options
  const bars = "geq=lum='if(mod(floor(N/pow(2,X)),2),235,16)':cb=128:cr=128"
  const times = options.jitter ? `,settb=1/1000,setpts='(N/${fps}+0.002*mod(N*7,5))/TB'` : ''
  const video = `color=s=16x8:r=${fps}:d=${seconds},${bars},scale=${size.replace('x', ':')}:flags=neighbor${options.noise ? ',noise=alls=90:allf=t' : ''}${times}`
  const hasAudio = options.audio ?? true
  const tone = `aevalsrc='0.5*sin(2*PI*440*t)*gte(t,1.5)':s=48000:d=${seconds}`
  const encoder = options.videoCodec ?? 'libx264 -preset ultrafast -pix_fmt yuv420p'
  const sound = options.audioCodec ?? (container === 'flv' ? 'aac' : 'libopus')
  await run('ffmpeg', [
    ...words('-nostdin -y -v error -f lavfi -i'),
    video,
    ...(hasAudio ? ['-f', 'lavfi', '-i', tone] : []),
    ...words(`-c:v ${encoder} -bf ${options.reorderedFrames ? 2 : 0} -g ${Math.round(keyframes * fps)}`),
    ...words(`-sc_threshold 0 -fps_mode passthrough -enc_time_base:v 1:1000`),
    ...(hasAudio ? words(`-c:a ${sound}`) : []),
    ...(container === 'matroska' ? words('-live 1 -cluster_time_limit 1000') : []),
    ...words(`-f ${container}`),
    path,
  ])
  return path
}

/** Returns where the chunks of a live source end, in bytes, if each of them contains 250 ms of video and audio. */
export async function findChunkEnds(path: string, seconds: number): Promise<number[]> {
  const { stdout } = await run('ffprobe', [
    ...words('-v error -show_entries packet=pts_time,pos -of csv=p=0'),
    path,
  ])
  const packets = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(',').map(Number))
  return Array.from({ length: Math.ceil(seconds * 4) }, (_, chunk) => {
    const next = packets.find(([time]) => time! >= (chunk + 1) / 4)
    return next ? next[1]! : Infinity
  })
}

/** Decodes a video and reads the number and the presentation time of each frame, in seconds. */
export async function readFrameNumbers(path: string): Promise<{ number: number; time: number }[]> {
  const frames = await run(
    'ffmpeg',
    [
      ...words('-nostdin -v error -i'),
      path,
      ...words('-map 0:v:0 -fps_mode passthrough -vf scale=16:1:flags=area,format=gray -f rawvideo -'),
    ],
    { encoding: 'buffer', maxBuffer: 64 * 1024 ** 2 },
  )
  const probed = await run(
    'ffprobe',
    [...words('-v error -select_streams v:0 -show_entries packet=pts_time -of csv=p=0'), path],
    { maxBuffer: 64 * 1024 ** 2 },
  )
  const times = probed.stdout.split('\n').filter(Boolean).map(Number.parseFloat)
  times.sort((a, b) => a - b)
  return times.map((time, at) => {
    const bits = frames.stdout.subarray(16 * at, 16 * at + 16)
    return { time, number: bits.reduce((sum, light, bit) => sum + (light > 128 ? 2 ** bit : 0), 0) }
  })
}

/** Returns the time at which the audio of a file becomes loud, in seconds. */
export async function findToneStart(path: string): Promise<number> {
  const probed = await run('ffprobe', [
    ...words('-v error -select_streams a:0 -show_entries stream=start_time -of csv=p=0'),
    path,
  ])
  const first = (await decodeAudio(path)).findIndex((sample) => Math.abs(sample) > 3000)
  return Number.parseFloat(probed.stdout) + first / 48_000
}

/** Returns how many seconds of audio a file contains. */
export async function measureAudio(path: string): Promise<number> {
  return (await decodeAudio(path)).length / 48_000
}

async function decodeAudio(path: string) {
  const { stdout } = await run(
    'ffmpeg',
    [...words('-nostdin -v error -i'), path, ...words('-map 0:a:0 -ac 1 -ar 48000 -f s16le -')],
    { encoding: 'buffer', maxBuffer: 64 * 1024 ** 2 },
  )
  return new Int16Array(new Uint8Array(stdout).buffer)
}

/** Returns the errors that ffmpeg reports while it decodes a file. */
export async function findDecodingErrors(path: string): Promise<string> {
  const { stderr } = await run('ffmpeg', [
    ...words('-nostdin -v error -i'),
    path,
    ...words('-fps_mode passthrough -enc_time_base:v -1 -f null -'),
  ])
  return stderr
}

/** Removes the audio frames between two times, in seconds, from an FLV file. */
export function removeFlvAudio(flv: Buffer, from: number, to: number): Buffer {
  const kept = [flv.subarray(0, 13)]
  for (let at = 13; at < flv.length;) {
    const end = at + 11 + flv.readUIntBE(at + 1, 3) + 4
    const seconds = flv.readUIntBE(at + 4, 3) / 1000
    // The first audio tag contains the decoder configuration.
    const isFrame = flv[at] === 8 && flv[at + 12] !== 0
    if (!isFrame || seconds < from || seconds >= to) kept.push(flv.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}

/** Yields bytes in chunks, as a network delivers them. */
export async function* inChunks(bytes: Uint8Array, size = 50_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

function words(line: string) {
  return line.split(' ')
}
