import {
  halfFrameRateFilter,
  buildVideoFilterChain,
  type FrameRange,
  resizeFilter,
} from '../ffmpeg/video-filters.ts'
import { buildFfmpegFileInputOptions } from '../ffmpeg/input-options.ts'
import { audioOnlyRung, getMaxOutputFrameRate, type LadderRung } from './bitrate-ladder.ts'
import { allocateEncoderThreads } from './encoder-threads.ts'
import { ffmpegOptions } from '../ffmpeg/ffmpeg-options.ts'
import type { VideoSource } from '../probe/probe-video.ts'

/**
 * The segment length in seconds. A player can start after downloading the first segment, and it changes the
 * quality only at segment boundaries.
 */
export const hlsSegmentSeconds = 4

/**
 * Builds the command that cuts the source's own H.264 video into segments in the `source/` subfolder of the
 * working folder. Mono and stereo AAC-LC audio of up to 48 kHz is copied; all other audio is converted to
 * stereo AAC-LC.
 */
export function buildRemuxCommand(source: VideoSource, input: string): string[] {
  return [
    ...inputArguments(source, input),
    ...trackOptions(source, `0:${source.video}`),
    // Removes SEI messages, because cameras and encoders store location, device and settings in them.
    ...ffmpegOptions({ 'c:v': 'copy', 'bsf:v': 'filter_units=remove_types=6' }),
    ...(canCopyAudio(source)
      ? ffmpegOptions({ 'c:a': 'copy' })
      : [...audioOptions(128_000), ...fastAudioOptions]),
    ...outputOptions(source),
    ...ffmpegOptions(hlsOptions('source')),
    'source/index.m3u8',
  ]
}

/**
 * Builds the command that decodes the source once and encodes all rungs in one process. The segments of each
 * rung are written to a folder with the rung's name. Scaling each rung from the next larger one takes 6%
 * less CPU time than scaling all rungs from the source. Audio is encoded once per bit rate, which takes 3%
 * less CPU time than encoding it once per rung. `withAudio` adds the audio-only rung.
 */
export function buildBitrateLadderCommand(
  source: VideoSource,
  input: string,
  rungs: readonly LadderRung[],
  { withAudio = false } = {},
): string[] {
  const descending = rungs.toSorted((a, b) => b.height - a.height)
  const audioBitrates = [
    ...rungs.map((rung) => rung.audioBitrate),
    ...(withAudio ? [audioOnlyRung.bitrate] : []),
  ]
  const rates: number[] = source.audio ? [...new Set(audioBitrates)] : []
  const graph = buildScaleGraph(source, descending)
  const threads = allocateEncoderThreads(descending)
  const outputs = descending.map((rung, i) =>
    teeOutput(rung.name, { v: i, a: rates.indexOf(rung.audioBitrate) }),
  )
  // The audio-only output may fail, for example because the audio track is empty, without aborting the other
  // outputs.
  if (withAudio)
    outputs.push(teeOutput(audioOnlyRung.name, { a: rates.indexOf(audioOnlyRung.bitrate) }, 'ignore'))
  return [
    ...inputArguments(source, input),
    ...(graph ? ffmpegOptions({ filter_complex: graph }) : []),
    ...descending.flatMap((rung, i) => ['-map', `[v${i}]`, ...x264Options(rung, threads[i]!, `:v:${i}`)]),
    ...rates.flatMap((bits, i) => ['-map', `0:${source.audio!.index}`, ...audioOptions(bits, `:a:${i}`)]),
    ...outputOptions(source),
    // Requests global headers explicitly, because fMP4 requires global headers but the tee muxer does not
    // request them.
    ...ffmpegOptions({
      'flags:v': '+bitexact+global_header',
      'flags:a': '+bitexact+global_header',
      f: 'tee',
    }),
    outputs.join('|'),
  ]
}

/**
 * Returns the x264 options of one rung. The site's encodes and the benchmark's baseline command use the same
 * x264 options. The lookahead, trellis quantization and weaker adaptive quantization save bits at about the same CPU
 * time (decision 095).
 */
export function x264Options(rung: LadderRung, threads: number, stream = ':v'): string[] {
  return ffmpegOptions({
    [`c${stream}`]: 'libx264',
    [`preset${stream}`]: 'veryfast',
    [`rc-lookahead${stream}`]: 20,
    [`trellis${stream}`]: 1,
    [`aq-strength${stream}`]: 0.8,
    [`threads${stream}`]: threads,
    [`profile${stream}`]: 'high',
    [`crf${stream}`]: rung.crf,
    [`maxrate${stream}`]: rung.maxrate,
    [`bufsize${stream}`]: rung.bufsize,
    // Forces keyframes at the same times in every rung. A large -g keeps x264 from adding keyframes of its
    // own. If lower rungs halve the frame rate, keyframes must fall on frames that the lower rungs keep.
    [`force_key_frames${stream}`]: `expr:gte(t,n_forced*${hlsSegmentSeconds})${rung.fps > 31 ? '*not(mod(n,2))' : ''}`,
    [`sc_threshold${stream}`]: 0,
    [`g${stream}`]: 600,
  })
}

/** Options that remove all source metadata from an output: location, title, device, chapters, dates. */
export const metadataStrippingOptions = ffmpegOptions({
  sn: true,
  dn: true,
  map_metadata: -1,
  map_chapters: -1,
  fflags: '+bitexact',
  'flags:v': '+bitexact',
  'flags:a': '+bitexact',
})

/**
 * The filter that converts all audio to 48 kHz stereo. `async` fills gaps in the audio with silence. Without
 * `async`, audio would drift ahead of the video.
 */
export const stereoFilter = 'aresample=48000:async=1:first_pts=0,aformat=channel_layouts=stereo'

/**
 * Options at the start of every ffmpeg command: never prompt, log errors only, and report progress on
 * standard output.
 */
export const ffmpegLogOptions = ffmpegOptions({
  nostdin: true,
  y: true,
  v: 'error',
  nostats: true,
  progress: 'pipe:1',
})

/** Returns the arguments that open the uploaded file at its beginning. */
export function inputArguments(source: VideoSource, input: string): string[] {
  return [...ffmpegLogOptions, ...buildFfmpegFileInputOptions(source.demuxer, input)]
}

/**
 * Returns the filter graph that decodes the source once and scales it to all rungs, which must be sorted from
 * largest to smallest. The rung at index 0 has the output `[v0]`, and so on.
 */
export function buildScaleGraph(
  source: VideoSource,
  descending: readonly LadderRung[],
  range?: FrameRange,
): string {
  return descending.map((_, i) => scaleFilter(source, descending, i, range)).join(';')
}

function scaleFilter(source: VideoSource, rungs: readonly LadderRung[], i: number, range?: FrameRange) {
  const { width, height, frameStep } = rungs[i]!
  const fps = getMaxOutputFrameRate(source)
  const first = `[0:${source.video}]${buildVideoFilterChain(source, { width, height, fps, frameStep, range })}`
  const drops = frameStep === 2 && rungs[i - 1]?.frameStep === 1 ? `${halfFrameRateFilter},` : ''
  const made = i === 0 ? first : `[s${i}]${drops}${resizeFilter(width, height)}`
  return i === rungs.length - 1 ? `${made}[v${i}]` : `${made},split=2[v${i}][s${i + 1}]`
}

function trackOptions(source: VideoSource, video: string) {
  return ['-map', video, ...(source.audio ? ['-map', `0:${source.audio.index}`] : [])]
}

/** Returns the options that encode one audio stream as stereo AAC at this bit rate, in bits per second. */
export function audioOptions(bitrate: number, stream = ':a'): string[] {
  return ffmpegOptions({ [`c${stream}`]: 'aac', [`b${stream}`]: bitrate, [`filter${stream}`]: stereoFilter })
}

// Selects ffmpeg's fast AAC coder for the audio of the remuxed rendition, which is served only until the
// bitrate ladder is ready. The default coder takes three times as long: encoding the audio of an hour-long
// video took 80 s.
const fastAudioOptions = ffmpegOptions({ 'aac_coder:a': 'fast' })

function canCopyAudio({ audio }: VideoSource) {
  return audio?.codec === 'aac' && audio.profile === 'LC' && audio.channels <= 2 && audio.sampleRate <= 48_000
}

/**
 * How much longer than the declared duration an output may be, in seconds. Audio can be slightly longer than
 * declared, but a damaged file must not produce hours of audio.
 */
export const maxExcessSeconds = 2

/** The options of every output: no metadata, and a limited duration. */
export function outputOptions(source: VideoSource): string[] {
  return [
    ...metadataStrippingOptions,
    ...ffmpegOptions({ max_muxing_queue_size: 4096, t: (source.duration + maxExcessSeconds).toFixed(3) }),
  ]
}

/** The options of the HLS muxer for the rendition with this name. */
export function hlsOptions(name: string) {
  return {
    f: 'hls',
    hls_time: hlsSegmentSeconds,
    hls_list_size: 0,
    hls_playlist_type: 'vod',
    hls_segment_type: 'fmp4',
    hls_fmp4_init_filename: 'init.mp4',
    start_number: 1,
    hls_segment_filename: `${name}/seg_%05d.m4s`,
  }
}

/**
 * Returns the tee muxer argument for one output: a video stream, an audio stream and a destination. If the
 * index of the video or audio stream is absent or negative, the output has no video or no audio. Colons are
 * escaped twice, because the tee muxer first unescapes the argument as a whole and then unescapes each option
 * in it.
 */
function teeOutput(name: string, streams: { v?: number; a: number }, onfail: 'abort' | 'ignore' = 'abort') {
  const chosen = Object.entries(streams).flatMap(([kind, number]) =>
    number < 0 ? [] : [`${kind}:${number}`],
  )
  const select = chosen.join(',').replaceAll(':', '\\\\\\:')
  const named = Object.entries({ select, onfail, fflags: '+bitexact', ...hlsOptions(name) })
  return `[${named.map(([key, value]) => `${key}=${value}`).join(':')}]${name}/index.m3u8`
}
