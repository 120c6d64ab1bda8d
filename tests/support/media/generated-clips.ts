import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Options for a short clip that ffmpeg generates. The default clip is a two-second MP4 with H.264 video (320
 * × 180 at 25 fps) and stereo AAC audio.
 */
export type TestClipOptions = {
  seconds?: number
  width?: number
  height?: number
  fps?: number
  audio?: 'stereo' | 'mono' | '5.1' | 'silence' | 'none'
  /** Adds a second audio track with a tone of 880 Hz. The default track has a tone of 440 Hz. */
  secondAudio?: boolean
  codec?: 'h264' | 'hevc' | 'vp9' | 'mpeg4' | 'ffv1' | 'cinepak' | 'qtrle'
  container?: 'mp4' | 'mov' | 'mkv' | 'webm' | 'avi' | 'flv'
  pixelFormat?: string
  /** The clockwise rotation that a player applies, in degrees: 90, 180 or 270. */
  rotation?: 0 | 90 | 180 | 270
  /** Pixel aspect ratio such as `4/3`. */
  pixelAspect?: string
  interlaced?: boolean
  /** Drops frames at uneven intervals, which gives the clip a variable frame rate. */
  variable?: boolean
  /** Seconds between keyframes. */
  keyframes?: number
  transfer?: 'pq' | 'hlg'
  /**
   * The times, in seconds, at which the whole picture is white. The start and end of each flash should
   * coincide with frame boundaries.
   */
  flashes?: readonly (readonly [start: number, end: number])[]
  metadata?: { [name: string]: string }
}

/** Frequently used clips, each of which is created once per folder. */
export const commonTestClips = {
  small: (folder?: string) => createTestClip(folder, {}),
  portrait: (folder?: string) => createTestClip(folder, { container: 'mov', rotation: 90 }),
  silent: (folder?: string) => createTestClip(folder, { audio: 'none' }),
  tagged: (folder?: string) => createTestClip(folder, { container: 'mov', metadata: taggedClipMetadata }),
}

/** Metadata of the clip `tagged`. The server must never send any of it. */
export const taggedClipMetadata = {
  location: '+48.8577+002.2950/',
  title: 'Secret Title',
  make: 'SpyPhone',
  comment: 'at grandma',
}

const cache = join(tmpdir(), `afterbell-clips-${process.getuid?.() ?? 0}`)
const exec = promisify(execFile)

/** Creates the clip unless the folder already has one with the same options, and returns its path. */
export async function createTestClip(folder = cache, options: TestClipOptions = {}): Promise<string> {
  await mkdir(folder, { recursive: true })
  const { container = 'mp4' } = options
  const name = createHash('sha256').update(JSON.stringify(options)).digest('hex').slice(0, 16)
  const path = join(folder, `${name}.${container}`)
  if (await fileExists(path)) return path
  // Two tests may create the same clip concurrently, so each test writes its own file, and the last rename
  // wins.
  const draft = join(folder, `${name}.${process.pid}.${Math.random().toString(36).slice(2)}.${container}`)
  await exec('ffmpeg', [...buildClipFfmpegArguments(options), draft])
  if (options.rotation) await setRotation(draft, options.rotation)
  await rename(draft, path)
  return path
}

/** Returns the ffmpeg arguments for these options, without the output file. */
export function buildClipFfmpegArguments(options: TestClipOptions): string[] {
  const { seconds = 2, width = 320, height = 180, fps = 25, metadata = {} } = options
  const sounds = options.audio === 'none' ? [] : options.secondAudio ? [440, 880] : [440]
  return [
    splitArguments(`-nostdin -y -v error -f lavfi -i testsrc2=s=${width}x${height}:r=${fps}:d=${seconds}`),
    sounds.flatMap((hertz) => splitArguments(`-f lavfi -i ${audioSource(options, hertz, seconds)}`)),
    ['-map', '0', ...sounds.flatMap((_, i) => ['-map', `${i + 1}`])],
    sounds.length > 1 ? splitArguments('-disposition:a:0 0 -disposition:a:1 default') : [],
    videoArguments(options, fps),
    splitArguments(options.container === 'webm' ? '-c:a libopus' : '-c:a aac'),
    ['-ac', options.audio === '5.1' ? '6' : options.audio === 'mono' ? '1' : '2'],
    Object.entries(metadata).flatMap(([key, value]) => ['-metadata', `${key}=${value}`]),
    ['-movflags', Object.keys(metadata).length > 0 ? '+use_metadata_tags' : '+faststart'],
  ].flat()
}

function audioSource({ audio }: TestClipOptions, hertz: number, seconds: number) {
  return audio === 'silence' ? `anullsrc=r=48000:d=${seconds}` : `sine=f=${hertz}:r=48000:d=${seconds}`
}

const encoders = {
  h264: '-c:v libx264 -preset ultrafast',
  hevc: '-c:v libx265 -preset ultrafast -tag:v hvc1 -x265-params log-level=none',
  vp9: '-c:v libvpx-vp9 -deadline realtime -cpu-used 8',
  mpeg4: '-c:v mpeg4 -q:v 5',
  ffv1: '-c:v ffv1',
  cinepak: '-c:v cinepak',
  qtrle: '-c:v qtrle',
}

function videoArguments(options: TestClipOptions, fps: number) {
  const {
    codec = 'h264',
    pixelFormat = ['cinepak', 'qtrle'].includes(codec) ? 'rgb24' : 'yuv420p',
    keyframes = 1,
    transfer,
    width = 320,
    height = 180,
  } = options
  const filters = [
    `scale=${width}:${height}`, // ffmpeg's test source supports only even sizes
    ...(options.interlaced ? ['tinterlace=interleave_top', 'fieldorder=tff'] : []),
    ...(options.variable ? ["select='not(mod(n,5))+lt(mod(n,17),6)'"] : []),
    ...(options.flashes ?? []).map(
      ([start, end]) => `drawbox=t=fill:c=white:enable='gte(t,${start})*lt(t,${end})'`,
    ),
    `setsar=${options.pixelAspect ?? '1'}`,
  ]
  const curve = transfer === 'pq' ? 'smpte2084' : 'arib-std-b67'
  return [
    ...splitArguments(encoders[codec]),
    ...splitArguments(`-vf ${filters.join(',')} -pix_fmt ${pixelFormat} -g ${Math.round(keyframes * fps)}`),
    ...(options.interlaced ? splitArguments('-flags +ilme+ildct -x264-params tff=1') : []),
    ...(options.variable ? splitArguments('-fps_mode vfr') : []),
    ...(transfer ? splitArguments(`-color_trc ${curve} -colorspace bt2020nc -color_primaries bt2020`) : []),
  ]
}

function splitArguments(line: string) {
  return line.split(' ')
}

/**
 * Writes the rotation into the display matrix of the first track, as a phone does. ffmpeg's own option for
 * rotation is not used, because the option has changed between versions.
 */
async function setRotation(path: string, rotation: 90 | 180 | 270) {
  const bytes = await readFile(path)
  const matrix = bytes.indexOf('tkhd') + 4 + 40
  const [cos, sin] = { 90: [0, 1], 180: [-1, 0], 270: [0, -1] }[rotation] as [number, number]
  const values = [cos, sin, 0, -sin, cos, 0]
  values.forEach((value, i) => bytes.writeInt32BE(value * 0x10000, matrix + 4 * i))
  await writeFile(path, bytes)
}

function fileExists(path: string) {
  return access(path).then(
    () => true,
    () => false,
  )
}
