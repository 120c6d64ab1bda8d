import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { CorpusClip } from './corpus-manifest.ts'
import type { ServedFiles, ServedFile } from '#tests/support/media/served-files.ts'
import type { PlaybackResult } from './browser-playback.ts'

const execute = promisify(execFile)

/** Returns the differences between the served video and the manifest. */
export async function findServedVideoProblems(clip: CorpusClip, everything: ServedFiles): Promise<string[]> {
  const { item, master, films, answers } = everything
  const first = films.length > 0 ? [films[0]!, films.at(-1)!] : []
  const looks = await Promise.all([...new Set(first)].map((film) => findRenditionProblems(clip, film)))
  return [
    checkWithin('width', item.width ?? 0, clip.width, 1),
    checkWithin('height', item.height ?? 0, clip.height, 1),
    checkWithin('duration', item.duration_seconds ?? 0, clip.duration, slackOf(clip)),
    findMasterPlaylistProblems(clip, master),
    ...looks,
    item.storyboard_url ? [] : ['no storyboard'],
    item.preview_url ? [] : ['no preview'],
    answers.some(({ type, path }) => type === 'image/jpeg' && path.includes('thumbnail?'))
      ? []
      : ['no thumbnail'],
  ].flat()
}

/**
 * Returns the tolerance in seconds: a tenth of the duration, but at least 0.1 s. The minimum of 0.1 s allows
 * a short clip to end one frame later than expected.
 */
function slackOf({ duration }: CorpusClip): number {
  return Math.max(duration * 0.1, 0.1)
}

/**
 * Returns the lengths of the short sides of the expected renditions: 144, 240, 360 … and the short side of
 * the source. If the source is at most 10% larger than a standard size, the standard size replaces the short
 * side of the source. Standard sizes above 80% of the highest rendition's short side are omitted.
 */
export function getExpectedVideoQualities({ width, height }: Pick<CorpusClip, 'width' | 'height'>): number[] {
  const short = Math.min(width, height)
  const sides = [144, 240, 360, 480, 720, 1080, 1440, 2160]
  const step = sides.findLast((side) => side <= short)
  const top = step && (short <= 1.1 * step || step === 2160) ? step : short
  return [...sides.filter((side) => side <= 0.8 * top), 2 * Math.round((top - 0.5) / 2)]
}

function findMasterPlaylistProblems(clip: CorpusClip, master: string): string[] {
  const lines = Array.from(master.matchAll(/^#EXT-X-STREAM-INF:(.*)$/gm), ([, line = '']) => line)
  const [seen, heard] = [lines.filter(isSeen), lines.filter((line) => !isSeen(line))]
  const variants = seen.map((line) => ({
    width: Number(/RESOLUTION=(\d+)x/.exec(line)?.[1]),
    height: Number(/RESOLUTION=\d+x(\d+)/.exec(line)?.[1]),
    fps: Number(/FRAME-RATE=([\d.]+)/.exec(line)?.[1]),
    codecs: /CODECS="([^"]+)"/.exec(line)?.[1] ?? '',
    average: /AVERAGE-BANDWIDTH=\d+/.test(line),
  }))
  const sides = variants
    .map(({ width, height }) => Math.min(width, height))
    .toSorted((a, b) => a - b)
    .join(' ')
  const wanted = getExpectedVideoQualities(clip).join(' ')
  const codecs = clip.hasSound ? /^avc1\.[0-9a-f]{6},mp4a\.40\.2$/ : /^avc1\.[0-9a-f]{6}$/
  return [
    sides === wanted ? [] : [`qualities ${sides} instead of ${wanted}`],
    heard.every((line) => /CODECS="mp4a\.40\.2"/.test(line)) && heard.length <= (clip.hasSound ? 1 : 0)
      ? []
      : [`sound alone: ${heard.join(' ')}`],
    ...variants.map((one) => [
      ...checkAspectRatio('master playlist', one, clip),
      ...checkFrameRate(one, clip),
      ...(codecs.test(one.codecs) ? [] : [`codecs ${one.codecs}`]),
      ...(one.average ? [] : ['no AVERAGE-BANDWIDTH']),
    ]),
  ].flat()
}

const isSeen = (line: string) => line.includes('RESOLUTION=')

/**
 * A variable frame rate becomes a constant rate that is high enough to keep every frame. If the source has a
 * high frame rate, renditions up to 432p have half that frame rate.
 */
function checkFrameRate(one: { width: number; height: number; fps: number }, clip: CorpusClip): string[] {
  const isSmall = Math.min(one.width, one.height) <= 432
  if (isSmall && one.fps > 31) return [`${one.fps} frames a second at ${one.height}p`]
  if (isSmall && (clip.fps > 31 || (clip.variable && one.fps <= 30)))
    return clip.variable ? [] : checkWithin('frames a second', one.fps, clip.fps / 2, clip.fps * 0.01)
  if (clip.variable) return one.fps >= clip.fps * 0.98 && one.fps <= 60 ? [] : [`${one.fps} frames a second`]
  return checkWithin('frames a second', one.fps, clip.fps, clip.fps * 0.02)
}

/**
 * The dimensions must be even numbers, so the renditions cannot keep the aspect ratio exactly. Rounding to an
 * even number may change the length of the longer side by two pixels, or by more in tiny videos.
 */
function checkAspectRatio(
  where: string,
  { width, height }: { width: number; height: number },
  clip: CorpusClip,
) {
  const wanted = (clip.width / clip.height) * height
  const slack = 2 + (2 * width) / height
  return Math.abs(width - wanted) <= slack
    ? []
    : [`${where}: ${width}x${height}, but the clip is ${clip.width}x${clip.height}`]
}

/** Returns the differences between the manifest and the playback in the browser. */
export function findPlaybackProblems(clip: CorpusClip, playing: PlaybackResult): string[] {
  const sides = getExpectedVideoQualities(clip)
  const side = Math.min(playing.width, playing.height)
  return [
    checkAspectRatio('in Chromium', playing, clip),
    sides.includes(side) || side === Math.min(clip.width, clip.height) ? [] : [`shown at ${side}p`],
    playing.frames > 0 ? [] : ['no frame was decoded'],
    checkWithin('duration in Chromium', playing.duration, clip.duration, slackOf(clip)),
  ].flat()
}

interface Probed {
  streams: {
    codec_type: string
    codec_name: string
    pix_fmt?: string
    channels?: number
    duration?: string
  }[]
  format: { duration?: string }
}

async function findRenditionProblems(clip: CorpusClip, film: ServedFile): Promise<string[]> {
  const { streams, format } = await probe(film)
  const sound = streams.find(({ codec_type }) => codec_type === 'audio')
  const picture = streams.find(({ codec_type }) => codec_type === 'video')
  const at = (problems: string[]) => problems.map((problem) => `${film.path}: ${problem}`)
  return at([
    ...checkWithin('duration', Number(format.duration), clip.duration, slackOf(clip)),
    ...(picture?.codec_name === 'h264' && picture.pix_fmt === 'yuv420p' ? [] : ['is no 8-bit H.264']),
    ...((sound !== undefined) === clip.hasSound ? [] : [clip.hasSound ? 'is mute' : 'has a sound track']),
    ...(sound && (sound.codec_name !== 'aac' || sound.channels !== 2) ? ['its sound is no stereo AAC'] : []),
    ...(streams.length > 2 ? ['has more than picture and sound'] : []),
  ])
}

async function probe({ bytes }: ServedFile): Promise<Probed> {
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-served-'))
  try {
    await writeFile(join(folder, 'film.mp4'), bytes)
    const entries = 'stream=codec_type,codec_name,pix_fmt,channels,duration:format=duration'
    const asked = ['-v', 'error', '-of', 'json', '-show_entries', entries, join(folder, 'film.mp4')]
    return JSON.parse((await execute('ffprobe', asked)).stdout) as Probed
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function checkWithin(what: string, found: number, wanted: number, slack: number): string[] {
  return Math.abs(found - wanted) <= slack ? [] : [`${what} ${found} instead of ${wanted}`]
}
