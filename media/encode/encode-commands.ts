import { halveFrameRateFilter, videoFilterChain, resizeFilter } from '../ffmpeg/filters.ts'
import { fileInputOptions } from '../ffmpeg/input-options.ts'
import { audioOnlyRung, fullFrameRate, type LadderRung } from './bitrate-ladder.ts'
import { ffmpegOptions } from '../ffmpeg/options.ts'
import type { VideoSource } from '../probe/probe-video.ts'

/** Seconds of a segment. A player starts after the first, and changes quality where one begins. */
export const segmentSeconds = 4

/** Cuts the source's own H.264 into segments in `source/`, below the folder it runs in. Sound is copied when it is stereo AAC-LC, else made so. */
export function remuxCommand(source: VideoSource, input: string): string[] {
  return [
    ...inputArguments(source, input),
    ...trackOptions(source, `0:${source.video}`),
    // Supplemental information goes: cameras and encoders write place, device and settings there.
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
 * One process, one decode, every rung, each in a folder of its name. Each picture is scaled from the next larger one (6 % less processor time than each
 * from the source), and sound is encoded once for all rungs of a bit rate (3 % less than once a rung). `withAudio` adds the rung
 * that is only sound.
 */
export function ladderCommand(
  source: VideoSource,
  input: string,
  rungs: readonly LadderRung[],
  { withAudio = false } = {},
): string[] {
  const descending = rungs.toSorted((a, b) => b.height - a.height)
  const wanted = [...rungs.map((rung) => rung.audioBitrate), ...(withAudio ? [audioOnlyRung.bitrate] : [])]
  const rates: number[] = source.audio ? [...new Set(wanted)] : []
  const graph = descending.map((_, i) => scaleFilter(source, descending, i)).join(';')
  const branches = descending.map((rung, i) =>
    teeOutput(rung.name, { v: i, a: rates.indexOf(rung.audioBitrate) }),
  )
  // A sound track that turns out to be empty is no reason to end the others.
  if (withAudio)
    branches.push(teeOutput(audioOnlyRung.name, { a: rates.indexOf(audioOnlyRung.bitrate) }, 'ignore'))
  return [
    ...inputArguments(source, input),
    ...(graph ? ffmpegOptions({ filter_complex: graph }) : []),
    ...descending.flatMap((rung, i) => ['-map', `[v${i}]`, ...x264Options(rung, `:v:${i}`)]),
    ...rates.flatMap((bits, i) => ['-map', `0:${source.audio!.index}`, ...audioOptions(bits, `:a:${i}`)]),
    ...outputOptions(source),
    // the tee muxer forgets to ask for this, and fMP4 cannot do without
    ...ffmpegOptions({
      'flags:v': '+bitexact+global_header',
      'flags:a': '+bitexact+global_header',
      f: 'tee',
    }),
    branches.join('|'),
  ]
}

/** What both our ladder and the plain one say to x264 about one rung. */
export function x264Options(rung: LadderRung, stream = ':v'): string[] {
  return ffmpegOptions({
    [`c${stream}`]: 'libx264',
    [`preset${stream}`]: 'veryfast',
    [`profile${stream}`]: 'high',
    [`crf${stream}`]: rung.crf,
    [`maxrate${stream}`]: rung.maxrate,
    [`bufsize${stream}`]: rung.bufsize,
    // Keyframes at the same moments in every rung and at no other; -g is only out of their way. At a rate that lower rungs
    // halve, only frames count that those have too.
    [`force_key_frames${stream}`]: `expr:gte(t,n_forced*${segmentSeconds})${rung.fps > 31 ? '*not(mod(n,2))' : ''}`,
    [`sc_threshold${stream}`]: 0,
    [`g${stream}`]: 600,
  })
}

/** Keeps every trace of the source's metadata out of an output: place, title, device, chapters, dates. */
export const stripMetadataOptions = ffmpegOptions({
  sn: true,
  dn: true,
  map_metadata: -1,
  map_chapters: -1,
  fflags: '+bitexact',
  'flags:v': '+bitexact',
  'flags:a': '+bitexact',
})

/** What every sound becomes. `async` puts silence where some is missing, so that it does not creep ahead of the picture. */
export const stereoFilter = 'aresample=48000:async=1:first_pts=0,aformat=channel_layouts=stereo'

/** Start of every ffmpeg line of ours: never asking, silent but for errors and its progress on standard output. */
export const quietOptions = ffmpegOptions({
  nostdin: true,
  y: true,
  v: 'error',
  nostats: true,
  progress: 'pipe:1',
})

function inputArguments(source: VideoSource, input: string) {
  return [...quietOptions, ...fileInputOptions(source.demuxer, input)]
}

function scaleFilter(source: VideoSource, rungs: readonly LadderRung[], i: number) {
  const { width, height, frameStep } = rungs[i]!
  const first = `[0:${source.video}]${videoFilterChain(source, { width, height, fps: fullFrameRate(source), frameStep })}`
  const drops = frameStep === 2 && rungs[i - 1]?.frameStep === 1 ? `${halveFrameRateFilter},` : ''
  const made = i === 0 ? first : `[s${i}]${drops}${resizeFilter(width, height)}`
  return i === rungs.length - 1 ? `${made}[v${i}]` : `${made},split=2[v${i}][s${i + 1}]`
}

function trackOptions(source: VideoSource, video: string) {
  return ['-map', video, ...(source.audio ? ['-map', `0:${source.audio.index}`] : [])]
}

function audioOptions(bitrate: number, stream = ':a') {
  return ffmpegOptions({ [`c${stream}`]: 'aac', [`b${stream}`]: bitrate, [`filter${stream}`]: stereoFilter })
}

// Heard only until the ladder is there. The encoder's other way of searching takes 3 × the time: a film of an hour waited 80 s for its sound.
const fastAudioOptions = ffmpegOptions({ 'aac_coder:a': 'fast' })

function canCopyAudio({ audio }: VideoSource) {
  return audio?.codec === 'aac' && audio.profile === 'LC' && audio.channels <= 2 && audio.sampleRate <= 48_000
}

// Two seconds more than declared: a little late sound is fine, hours of it are not.
function outputOptions(source: VideoSource) {
  return [
    ...stripMetadataOptions,
    ...ffmpegOptions({ max_muxing_queue_size: 4096, t: (source.duration + 2).toFixed(3) }),
  ]
}

function hlsOptions(name: string) {
  return {
    f: 'hls',
    hls_time: segmentSeconds,
    hls_list_size: 0,
    hls_playlist_type: 'vod',
    hls_segment_type: 'fmp4',
    hls_fmp4_init_filename: 'init.mp4',
    start_number: 1,
    hls_segment_filename: `${name}/seg_%05d.m4s`,
  }
}

/**
 * One arm of a tee: a picture, its sound (by number; absent or negative is none), and where they go. The colons are unescaped
 * twice: as an arm, as an option.
 */
function teeOutput(name: string, streams: { v?: number; a: number }, onfail: 'abort' | 'ignore' = 'abort') {
  const chosen = Object.entries(streams).flatMap(([kind, number]) =>
    number < 0 ? [] : [`${kind}:${number}`],
  )
  const select = chosen.join(',').replaceAll(':', '\\\\\\:')
  const named = Object.entries({ select, onfail, fflags: '+bitexact', ...hlsOptions(name) })
  return `[${named.map(([key, value]) => `${key}=${value}`).join(':')}]${name}/index.m3u8`
}
