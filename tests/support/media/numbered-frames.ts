import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const exec = promisify(execFile)
const clipBits = 12

/**
 * Writes a video in which each frame shows its own number as black and white bars, with a
 * tone as its audio. `output` contains additional ffmpeg options, such as filters that drop frames.
 */
export async function createNumberedClip(
  path: string,
  {
    rate,
    seconds,
    size = '848:480',
    output = [],
  }: { rate: string; seconds: number; size?: string; output?: string[] },
): Promise<void> {
  const bars = `geq=lum='if(bitand(floor(N/pow(2,floor(X/4))),1),235,16)':cb=128:cr=128`
  const video = `nullsrc=s=${clipBits * 4}x4:r=${rate}:d=${seconds},format=yuv420p,${bars},scale=${size}:flags=neighbor`
  const inputs = ['-f', 'lavfi', '-i', video, '-f', 'lavfi', '-i', `sine=f=440:r=48000:d=${seconds}`]
  const encoders = '-c:v libx264 -preset veryfast -bf 3 -g 70 -c:a aac -ac 2'.split(' ')
  await exec('ffmpeg', ['-v', 'error', '-y', ...inputs, ...encoders, ...output, path])
}

/**
 * Reads the numbers that the frames of a video show, in the order in which they are shown. `filter` selects the
 * part of the picture that shows the bars, and `bits` is the number of bars.
 */
export async function readFrameNumbers(
  video: Buffer,
  { bits = clipBits, filter = 'null' } = {},
): Promise<number[]> {
  const options = `-v error -f mov -i pipe:0 -map 0:v -vf ${filter},scale=${bits}:1:flags=area,format=gray -fps_mode passthrough -f rawvideo -`
  const child = execFile('ffmpeg', options.split(' '), { encoding: 'buffer', maxBuffer: 2 ** 30 })
  const output = new Promise<Buffer>((resolve, reject) => {
    const parts: Buffer[] = []
    child.stdout!.on('data', (part: Buffer) => parts.push(Buffer.from(part)))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(Buffer.concat(parts)) : reject(new Error(`ffmpeg: ${code}`)),
    )
  })
  child.stdin!.end(video)
  const pixels = await output
  return Array.from({ length: pixels.length / bits }, (_value, frame) =>
    Array.from({ length: bits }, (_, bit) => (pixels[frame * bits + bit]! > 125 ? 2 ** bit : 0)).reduce(
      (sum, value) => sum + value,
    ),
  )
}
