import { open as openFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { throwIfProbeFailed } from '../ffmpeg/ffmpeg-failures.ts'
import { foregroundNiceLevel, runFfmpeg } from '../ffmpeg/run-ffmpeg.ts'
import { buildFfmpegFileInputOptions } from '../ffmpeg/input-options.ts'
import { MediaRejectedError } from '../media-rejection.ts'
import { sniffVideo, type VideoDemuxerName } from '../sniff.ts'
import { readVideoProperties, type VideoProperties } from './video-properties.ts'
import {
  chooseAudioStream,
  chooseVideoStream,
  ffprobeStreamEntries,
  type ProbedStream,
} from './select-streams.ts'
import { listTextTracks, type TextTrack } from './text-tracks.ts'
import { ffprobePacketEntries, collectPacketTiming, type PacketTiming } from './packet-timing.ts'

export type VideoSource = VideoProperties & {
  demuxer: VideoDemuxerName
  /** The file size in bytes. */
  bytes: number
  /** The duration of the video track in seconds. */
  duration: number
  /** A constant frame rate that suits the source, in frames per second, up to 120. */
  fps: number
  /** Whether the source has a variable frame rate. */
  variable: boolean
  codec: string
  /** The index of the video stream. */
  video: number
  audio: { index: number; codec: string; profile: string; channels: number; sampleRate: number } | null
  /** The longest distance between keyframes, in seconds. */
  keyframeGap: number
  keyframes: number
  /** Whether the video track can be cut into segments and served without encoding. */
  remuxable: boolean
  /** The text tracks that can be converted to captions. */
  textTracks: TextTrack[]
}

type FfprobeOutput = {
  streams?: ProbedStream[]
  format?: { duration?: string; start_time?: string; nb_streams?: number }
}

/**
 * Describes a video file. Throws a MediaRejectedError if the file is not a video, needs a decoder that is not
 * allowed, or ends before nine tenths of its declared duration. Also throws a MediaRejectedError if the file
 * is outside the limits: 16 × 16 to 4096 × 2304 pixels, at most 120 fps, 16 tracks and 4 hours. Reads every
 * packet once and decodes almost nothing, which takes 0.1 s for 20 MB.
 */
export async function probeVideo(
  file: string,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<VideoSource> {
  const path = resolve(file)
  const { demuxer, bytes } = await sniffFile(path)
  const container = await readContainer(path, demuxer, signal)
  const streams = container.streams ?? []
  if ((container.format?.nb_streams ?? streams.length) > 16) throw new MediaRejectedError('too_many_tracks')
  if (streams.length === 0) throw new MediaRejectedError('unreadable', 'no tracks at all')
  const video = chooseVideoStream(streams)
  const audio = chooseAudioStream(streams)
  const looks = readVideoProperties(video)
  rejectImplausibleTiming(video, container)
  const timing = await readTiming(path, demuxer, bytes, `${video.index}`, signal)
  const begin = Math.max(0, parseSeconds(container.format?.start_time))
  const duration = timing.end - begin
  rejectBadDuration(timing, duration)
  if (duration < 0.9 * declaredDuration(video, container))
    await rejectTruncated(path, demuxer, bytes, container, signal)
  const fps = timing.fps
  const source = {
    ...looks,
    demuxer,
    bytes,
    duration,
    fps,
    variable: timing.variable,
    codec: video.codec_name ?? '',
  }
  const { keyframeGap, keyframes } = timing
  const rest = { video: video.index, audio: audio && describeAudio(audio), keyframeGap, keyframes }
  const remuxable = isRemuxable(source, rest, video)
  return { ...source, ...rest, remuxable, textTracks: listTextTracks(streams) }
}

async function sniffFile(path: string) {
  await using file = await openFile(path)
  const head = Buffer.alloc(4096)
  const { bytesRead } = await file.read(head, 0, head.length, 0)
  const demuxer = sniffVideo(head.subarray(0, bytesRead))
  if (demuxer === null) throw new MediaRejectedError('not_video')
  return { demuxer, bytes: (await file.stat()).size }
}

async function readContainer(
  path: string,
  demuxer: VideoDemuxerName,
  signal?: AbortSignal,
): Promise<FfprobeOutput> {
  const lines: string[] = []
  const args = [
    '-v',
    'error',
    '-of',
    'json',
    '-show_entries',
    ffprobeStreamEntries,
    ...buildFfmpegFileInputOptions(demuxer, path),
  ]
  const job = {
    tool: 'ffprobe',
    args,
    input: path,
    signal,
    nice: foregroundNiceLevel,
    cpuSeconds: 20,
    timeoutSeconds: 20,
    memory: 2 * GIB,
  } as const
  const result = await runFfmpeg({ ...job, onLine: (line) => lines.push(line) })
  throwIfProbeFailed(result, 'probe', signal)
  return JSON.parse(lines.join('\n')) as FfprobeOutput
}

const GIB = 1024 ** 3

async function readTiming(
  path: string,
  demuxer: VideoDemuxerName,
  bytes: number,
  which: string,
  signal?: AbortSignal,
) {
  const packets = collectPacketTiming()
  const select = which === '' ? [] : ['-select_streams', which]
  const what = ['-of', 'csv=p=0', ...select, '-show_entries', ffprobePacketEntries]
  const limits = {
    nice: foregroundNiceLevel,
    cpuSeconds: 120,
    timeoutSeconds: 60 + bytes / 10_000_000,
    memory: 2 * GIB,
  }
  const args = ['-v', 'error', ...what, ...buildFfmpegFileInputOptions(demuxer, path)]
  const result = await runFfmpeg({
    tool: 'ffprobe',
    args,
    input: path,
    signal,
    ...limits,
    onLine: packets.line,
  })
  throwIfProbeFailed(result, 'reading the packets', signal)
  return packets.timing()
}

// Rejects a video whose average frame duration is longer than the video itself. At 30 fps, filling a gap of
// 100 hours between two frames would take ten million frames.
function rejectImplausibleTiming(video: ProbedStream, container: FfprobeOutput) {
  const [frames = 0, span = 0] = (video.avg_frame_rate ?? '0/0').split('/').map(Number)
  if (frames > 0 && span / frames > Math.max(1.1 * declaredDuration(video, container), 60))
    throw new MediaRejectedError('unreadable')
}

function rejectBadDuration(timing: PacketTiming, duration: number) {
  if (duration > 4 * 3600) throw new MediaRejectedError('too_long')
  if (timing.packets === 0 || !(duration > 0)) throw new MediaRejectedError('unreadable')
  // A frame rate cannot be determined from a few packets, so the frame rate is checked only if there are more
  // than 12 packets (a tenth of a second at 120 fps).
  if (timing.average > 120.5 && timing.packets > 12) throw new MediaRejectedError('too_fast')
}

function declaredDuration(video: ProbedStream, container: FfprobeOutput) {
  return parseSeconds(video.duration) || parseSeconds(container.format?.duration)
}

/**
 * Rejects a file in which every track ends before nine tenths of the container's declared duration. The video
 * track alone may end earlier, because the container's duration can be the duration of the audio track.
 */
async function rejectTruncated(
  path: string,
  demuxer: VideoDemuxerName,
  bytes: number,
  { format }: FfprobeOutput,
  signal?: AbortSignal,
) {
  const all = await readTiming(path, demuxer, bytes, '', signal)
  if (all.end < 0.9 * parseSeconds(format?.duration)) throw new MediaRejectedError('unreadable', 'cut off')
}

function describeAudio(stream: ProbedStream) {
  const { index, codec_name = '', profile = '', channels = 0, sample_rate } = stream
  return { index, codec: codec_name, profile, channels, sampleRate: parseSeconds(sample_rate) }
}

/**
 * Returns whether the source is H.264 that every browser can play: upright, progressive and at a streamable
 * bit rate (up to 12 Mbit/s). A source can be cut into segments only if it also has a keyframe at least every
 * 12 s.
 */
function isRemuxable(
  source: VideoProperties & {
    demuxer: VideoDemuxerName
    bytes: number
    duration: number
    fps: number
    variable: boolean
  },
  { keyframes, keyframeGap }: { keyframes: number; keyframeGap: number },
  video: ProbedStream,
) {
  const plays = video.codec_name === 'h264' && /^(Constrained Baseline|Main|High)$/.test(video.profile ?? '')
  const plain = source.pixelFormat === 'yuv420p' && source.transfer === 'sdr' && !source.fullRange
  const upright = source.rotation === 0 && source.square && !source.interlaced && !source.variable
  const even =
    source.width % 2 === 0 && source.height % 2 === 0 && Math.min(source.width, source.height) <= 2160
  const light = (source.bytes * 8) / source.duration <= 12_000_000 && source.fps <= 61
  const cuts = keyframes > 0 && keyframeGap <= 12 && ['mov', 'matroska', 'flv'].includes(source.demuxer)
  return plays && plain && upright && even && light && cuts
}

function parseSeconds(text: string | undefined) {
  return Number.parseFloat(text ?? '') || 0
}
