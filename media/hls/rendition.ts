import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readTopLevelBoxes } from '../mp4/boxes.ts'
import { audioOnlyRung } from '../encode/bitrate-ladder.ts'
import { summarizeTrackFragments, readMp4Tracks, type Mp4Track } from '../mp4/tracks.ts'
import { listPlaylistSegments, parseMediaPlaylist } from './media-playlist.ts'

/**
 * One quality level of a video on disk, with properties measured from its files. Bandwidths are in bits per
 * second. In an audio-only rendition, the size, the frame rate and the duration of the video track are 0.
 */
export type Rendition = {
  name: string
  width: number
  height: number
  codecs: string
  frame_rate: number
  /** The peak bandwidth as defined in RFC 8216 §4.3.4.2. */
  bandwidth: number
  average_bandwidth: number
  /** The total duration of the playlist's segments in seconds. */
  duration: number
  /** The duration of the video track in seconds. */
  picture_duration: number
  segments: number
  /** Whether every segment of the rendition begins with a keyframe. */
  independent: boolean
  /**
   * The rendition's files, as paths relative to the parent of the rendition's folder, such as
   * `240p/index.m3u8`.
   */
  files: string[]
}

type RenditionSegment = {
  file: string
  seconds: number
  bytes: number
  frames: number
  pictureSeconds: number
  key: boolean
}

/**
 * Reads the rendition in `<out>/<name>/`. If the folder is incomplete, throws a plain Error and not a
 * MediaRejectedError, because the uploaded file is not the cause.
 */
export async function readRendition(out: string, name: string): Promise<Rendition> {
  const folder = join(out, name)
  const { ended, entries, target } = parseMediaPlaylist(await readFile(join(folder, 'index.m3u8'), 'utf8'))
  if (!ended) throw new Error(`${name}: the playlist has no end`)
  const [moov] = await readTopLevelBoxes(join(folder, 'init.mp4'), 'moov')
  const tracks = moov ? readMp4Tracks(moov) : []
  const track = tracks.find(({ kind }) => kind === 'video') ?? tracks.find(({ kind }) => kind === 'audio')
  if (!track || (track.kind === 'audio' && name !== audioOnlyRung.name))
    throw new Error(`${name}: init.mp4 has no video track`)
  const segments = await Promise.all(entries.map((entry) => readSegment(folder, entry, track)))
  const broken = segments.find((segment) => segment.bytes === 0)
  if (broken || segments.length === 0) throw new Error(`${name}: ${broken?.file ?? 'every segment'} is empty`)
  return describeRendition(name, tracks, track, segments, target)
}

/**
 * Reads the listed files of a rendition from the `out` folder, except playlists, and concatenates them into
 * one byte stream for ffmpeg.
 */
export async function* streamRenditionBytes(
  out: string,
  { files }: Pick<Rendition, 'files'>,
): AsyncIterable<Buffer> {
  for (const file of files) if (!file.endsWith('.m3u8')) yield* createReadStream(join(out, file))
}

/**
 * Lists the segments in playlist order. Each segment has its start and end in seconds and its file name
 * relative to `out`.
 */
export async function listSegments(
  out: string,
  { name }: Rendition,
): Promise<{ start: number; end: number; file: string }[]> {
  const segments = listPlaylistSegments(await readFile(join(out, name, 'index.m3u8'), 'utf8'))
  return segments.map((segment) => ({ ...segment, file: `${name}/${segment.file}` }))
}

async function readSegment(
  folder: string,
  entry: { seconds: number; file: string },
  track: Mp4Track,
): Promise<RenditionSegment> {
  const path = join(folder, entry.file)
  const { size } = await stat(path)
  const fragment = summarizeTrackFragments(await readTopLevelBoxes(path, 'moof'), track)
  const pictureSeconds = track.kind === 'video' ? fragment.ticks / track.timescale : 0
  return { ...entry, bytes: size, frames: fragment.frames, pictureSeconds, key: fragment.startsWithKey }
}

function describeRendition(
  name: string,
  tracks: Mp4Track[],
  { kind, width, height }: Mp4Track,
  segments: RenditionSegment[],
  target: number,
): Rendition {
  const sum = (value: (segment: RenditionSegment) => number) =>
    segments.reduce((total, segment) => total + value(segment), 0)
  const duration = sum((segment) => segment.seconds)
  const pictures = sum((segment) => segment.pictureSeconds)
  const average = Math.ceil((sum((segment) => segment.bytes) * 8) / duration)
  return {
    name,
    width,
    height,
    codecs: tracks.map((track) => track.codec).join(','),
    frame_rate:
      kind === 'video' ? Math.round((sum((segment) => segment.frames) / pictures) * 1000) / 1000 : 0,
    bandwidth: Math.max(average, peakBandwidth(segments, target)),
    average_bandwidth: average,
    duration,
    picture_duration: pictures,
    segments: segments.length,
    independent: segments.every((segment) => segment.key),
    files: ['index.m3u8', 'init.mp4', ...segments.map((segment) => segment.file)].map(
      (file) => `${name}/${file}`,
    ),
  }
}

// RFC 8216: "The largest bit rate of any contiguous set of segments whose total duration is between 0.5 and
// 1.5 times the target."
function peakBandwidth(segments: RenditionSegment[], target: number) {
  let most = 0
  for (let from = 0; from < segments.length; from++) {
    for (let to = from, seconds = 0, bytes = 0; to < segments.length && seconds <= 1.5 * target; to++) {
      seconds += segments[to]!.seconds
      bytes += segments[to]!.bytes
      if (seconds >= 0.5 * target && seconds <= 1.5 * target) most = Math.max(most, (bytes * 8) / seconds)
    }
  }
  return Math.ceil(most)
}
