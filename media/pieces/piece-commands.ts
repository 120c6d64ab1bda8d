import { audioOnlyRung, getMaxOutputFrameRate, type LadderRung } from '../encode/bitrate-ladder.ts'
import {
  audioOptions,
  buildScaleGraph,
  ffmpegLogOptions,
  hlsOptions,
  inputArguments,
  metadataStrippingOptions,
  outputOptions,
  x264Options,
} from '../encode/encode-commands.ts'
import { allocateEncoderThreads } from '../encode/encoder-threads.ts'
import { ffmpegOptions } from '../ffmpeg/ffmpeg-options.ts'
import { buildFfmpegFileInputOptions, buildFfmpegStdinInputOptions } from '../ffmpeg/input-options.ts'
import { formatFrameRate, parseFrameRate } from '../probe/packet-timing.ts'
import type { VideoSource } from '../probe/probe-video.ts'
import type { PieceFrames } from './plan-pieces.ts'

/**
 * How many seconds before a piece decoding starts at the latest. Deinterlacing needs the preceding frames, and
 * in some videos the first frames after a keyframe cannot be decoded.
 */
const prerollSeconds = 2

/**
 * Builds the command that decodes a piece once and encodes all rungs. The video of each rung is written to
 * `<name>.mp4`, with a fragment for each segment and with timestamps that start at 0.
 */
export function buildPieceCommand(
  source: VideoSource,
  input: string,
  rungs: readonly LadderRung[],
  { first, frames, keyframes }: PieceFrames,
  encoderOptions: EncoderOptions = firstPassOptions,
): string[] {
  const descending = rungs.toSorted((a, b) => b.height - a.height)
  const threads = allocateEncoderThreads(descending)
  return [
    ...ffmpegLogOptions,
    ...buildPieceInputOptions(source, input, first),
    ...ffmpegOptions({ filter_complex: buildScaleGraph(source, descending, { first, frames }) }),
    ...descending.flatMap((rung, i) => [
      '-map',
      `[v${i}]`,
      ...encoderOptions(
        rung,
        keyframes.map((frame) => frame / rung.frameStep),
        threads[i]!,
      ),
      ...metadataStrippingOptions,
      ...pieceOptions,
      `${rung.name}.mp4`,
    ]),
  ]
}

/** Returns the options that open the uploaded file shortly before the first frame of a piece. */
export function buildPieceInputOptions(source: VideoSource, input: string, firstFrame: number): string[] {
  const start = firstFrame / parseFrameRate(formatFrameRate(getMaxOutputFrameRate(source)))
  return [
    // Without these options, the timestamps would start at 0 after seeking.
    ...ffmpegOptions({ copyts: true, start_at_zero: true, noaccurate_seek: true }),
    ...(start > prerollSeconds ? ffmpegOptions({ ss: (start - prerollSeconds).toFixed(6) }) : []),
    ...buildFfmpegFileInputOptions(source.demuxer, input),
  ]
}

/**
 * Returns the options that select and configure the encoder of a rung. `keyframes` are the numbers of the frames that
 * begin a segment, counted from 0 at the beginning of the piece, at the frame rate of the rung. `threads` is the number
 * of threads for the rung.
 */
export type EncoderOptions = (rung: LadderRung, keyframes: readonly number[], threads: number) => string[]

/** Forces keyframes by number, because the timestamps of a piece start at 0. */
const firstPassOptions: EncoderOptions = (rung, keyframes, threads) => [
  ...x264Options(rung, threads),
  ...ffmpegOptions({ force_key_frames: `expr:${keyframes.map((frame) => `eq(n,${frame})`).join('+')}` }),
]

const pieceOptions = ffmpegOptions({
  fps_mode: 'passthrough',
  'flags:v': '+bitexact+global_header',
  movflags: '+frag_keyframe+delay_moov+default_base_moof+skip_trailer',
  // Writes each fragment to the file immediately, so that it can be kept if the encoder is stopped.
  flush_packets: 1,
  f: 'mp4',
})

/** Returns the name of the file that contains the audio with this bit rate (in bits per second). */
export function audioFileName(bitrate: number): string {
  return `audio_${bitrate}.mp4`
}

/** Lists the bit rates of the audio of these rungs and of the audio-only rung, in bits per second. */
export function listAudioBitrates(rungs: readonly LadderRung[]): number[] {
  return [...new Set<number>([...rungs.map((rung) => rung.audioBitrate), audioOnlyRung.bitrate])]
}

/** Builds the command that encodes the audio of the whole video at one bit rate. */
export function buildAudioCommand(source: VideoSource, input: string, bitrate: number): string[] {
  return [
    ...inputArguments(source, input),
    '-map',
    `0:${source.audio!.index}`,
    ...audioOptions(bitrate),
    ...outputOptions(source),
    ...ffmpegOptions({ 'flags:a': '+bitexact+global_header', f: 'mp4' }),
    audioFileName(bitrate),
  ]
}

/**
 * Builds the command that copies the video from standard input and the audio from a file into the segments of
 * a rendition. `audio` is the absolute path of the file.
 */
export function buildJoinCommand(name: string, audio: string | null): string[] {
  return [
    ...ffmpegLogOptions,
    ...buildFfmpegStdinInputOptions(),
    ...(audio === null ? [] : buildFfmpegFileInputOptions('mov', audio)),
    '-map',
    '0:v',
    ...(audio === null ? [] : ['-map', '1:a']),
    ...copyOptions(name),
  ]
}

/** Builds the command that cuts an audio file into the segments of the audio-only rendition. */
export function buildAudioRenditionCommand(audio: string): string[] {
  return [
    ...ffmpegLogOptions,
    ...buildFfmpegFileInputOptions('mov', audio),
    '-map',
    '0:a',
    ...copyOptions(audioOnlyRung.name),
  ]
}

function copyOptions(name: string) {
  return [
    ...ffmpegOptions({ c: 'copy' }),
    ...metadataStrippingOptions,
    ...ffmpegOptions({ max_muxing_queue_size: 4096, ...hlsOptions(name) }),
    `${name}/index.m3u8`,
  ]
}
