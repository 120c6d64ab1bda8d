import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * A period of a stream in which a caption or a flash is visible. Times are in seconds on the stream's
 * timeline.
 */
export interface StreamTimeRange {
  start: number
  end: number
}

export interface HlsCaptionCue extends StreamTimeRange {
  text: string
}

const exec = promisify(execFile)

/**
 * Reads the captions of an HLS stream with ffmpeg's demuxer, which ffplay uses too. Returns the captions by
 * language, and the time of the first video frame. ffmpeg ignores X-TIMESTAMP-MAP, and drops duplicates of a
 * cue that is contained in several segments. ffmpeg 5.1 reads subtitle renditions only with `-strict
 * experimental`.
 */
export async function readHlsCaptions(
  masterUrl: string,
): Promise<{ firstFrame: number; captions: Map<string, HlsCaptionCue[]> }> {
  const entries =
    'stream=index,codec_type:stream_tags=language:packet=stream_index,pts_time,duration_time,data'
  const options = [
    '-v',
    'error',
    '-strict',
    'experimental',
    '-show_data',
    '-show_entries',
    entries,
    '-of',
    'json',
  ]
  const { stdout } = await exec('ffprobe', [...options, masterUrl], { maxBuffer: 64 * 1024 ** 2 })
  const { streams, packets } = JSON.parse(stdout) as FfprobeOutput
  const packetsOf = ({ index }: ProbedStream) => packets.filter(({ stream_index }) => stream_index === index)
  const video = streams.find(({ codec_type }) => codec_type === 'video')!
  const captions = streams
    .filter(({ codec_type }) => codec_type === 'subtitle')
    .map((stream) => [stream.tags!.language, packetsOf(stream).map(readCue)] as const)
  return {
    firstFrame: Math.min(...packetsOf(video).map(({ pts_time }) => Number(pts_time))),
    captions: new Map(captions),
  }
}

interface FfprobeOutput {
  streams: ProbedStream[]
  packets: ProbedPacket[]
}
type ProbedStream = { index: number; codec_type: string; tags?: { language: string } }
type ProbedPacket = { stream_index: number; pts_time: string; duration_time: string; data: string }

function readCue({ pts_time, duration_time, data }: ProbedPacket): HlsCaptionCue {
  // ffprobe prints 16 bytes per line: the offset, eight groups of two bytes, and the bytes as ASCII.
  const hex = data.replace(/^\S+: (.{39}).*$/gm, '$1').replace(/\s/g, '')
  const start = Number(pts_time)
  return { start, end: start + Number(duration_time), text: Buffer.from(hex, 'hex').toString() }
}

/**
 * Decodes the video and returns when the whole picture is white (see `flashes` in TestClipOptions). Tests compare
 * these times with the caption times to check that captions are in sync. With `fromStart`, times are relative to
 * the start of the file or stream. Without `fromStart`, times are the original timestamps.
 */
export async function findSyncFlashes(input: string, { fromStart = false } = {}): Promise<StreamTimeRange[]> {
  const brightness = 'scale=1:1,format=gray,signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-'
  const options = ['-nostdin', '-v', 'error', ...(fromStart ? [] : ['-copyts'])]
  const output = ['-map', '0:v:0', '-vf', brightness, '-f', 'null', '-']
  const { stdout } = await exec('ffmpeg', [...options, '-i', input, ...output], { maxBuffer: 64 * 1024 ** 2 })
  const flashes: StreamTimeRange[] = []
  let isWhite = false
  for (const [, time, level] of stdout.matchAll(/pts_time:(\S+)\s+\S+YAVG=(\S+)/g)) {
    if (Number(level) > 200 && !isWhite) flashes.push({ start: Number(time), end: Infinity })
    if (Number(level) <= 200 && isWhite) flashes.at(-1)!.end = Number(time)
    isWhite = Number(level) > 200
  }
  return flashes
}
