import { metadataStrippingOptions } from '../encode/encode-commands.ts'
import { ffmpegOptions } from '../ffmpeg/ffmpeg-options.ts'
import { buildFfmpegLiveInputOptions } from '../ffmpeg/input-options.ts'

/**
 * ffmpeg adds this many seconds to all timestamps of the source, because the first timestamps can be
 * negative: encoders reorder frames, and AAC starts with a frame of silence.
 */
export const timelineOffsetSeconds = 10

/** The positions of the tracks in ffmpeg's output, which are also their track ids. */
export const liveTrackIds = { source: 1, low: 2, audio: 3 } as const

/**
 * Builds the command that reads a live source from standard input and writes one fragmented MP4 to standard
 * output. Its tracks are the video of the source, the low rendition and the audio. All timestamps of the
 * source are kept, so that a later run continues the timeline.
 */
export function buildLiveFfmpegCommand(
  container: 'matroska' | 'flv',
  { hasAudio, pixels }: { hasAudio: boolean; pixels: number },
): string[] {
  return [
    ...ffmpegOptions({ nostdin: true, v: 'error', nostats: true }),
    // `nobuffer` would drop the first keyframe.
    ...ffmpegOptions({ fflags: '+genpts', probesize: 500_000, analyzeduration: 0, threads: 1, copyts: true }),
    ...buildFfmpegLiveInputOptions(container, pixels),
    ...(hasAudio ? [] : silentInput),
    ...trackMaps(hasAudio ? '0:a:0' : '1:a:0'),
    // Removes SEI messages, because encoders store settings in them.
    ...ffmpegOptions({ 'c:v:0': 'copy', 'bsf:v:0': 'filter_units=remove_types=6' }),
    ...lowRenditionOptions,
    ...audioOptions,
    ...metadataStrippingOptions,
    ...outputOptions,
    'pipe:1',
  ]
}

// Every broadcast has an audio track, because players cannot add one later. If the source has no audio,
// ffmpeg writes only the description of the track, and the packager adds frames of silence.
const silentInput = ffmpegOptions({ f: 'lavfi', t: 0.1, i: 'anullsrc=r=48000:cl=stereo' })

function trackMaps(audio: string) {
  return ['-map', '0:v:0', '-map', '0:v:0', '-map', audio]
}

// Drops frames that follow the previous one within 21 ms, which halves 50 and 60 fps. Keyframes are kept,
// because the segments of both renditions start with them.
const frameRateFilter = "select='isnan(prev_selected_t)+key+gte(t-prev_selected_t,0.021)'"
const sizeFilter =
  "scale='if(gt(iw,ih),min(iw,640),min(iw,360))':'if(gt(iw,ih),min(ih,360),min(ih,640))':force_original_aspect_ratio=decrease:force_divisible_by=2"

const lowRenditionOptions = ffmpegOptions({
  'filter:v:1': `${frameRateFilter},${sizeFilter},setsar=1,format=yuv420p`,
  // The frames of the source are not evenly spaced. Converting them to a constant frame rate would repeat and
  // drop frames.
  'fps_mode:v:1': 'passthrough',
  'enc_time_base:v:1': -1,
  'c:v:1': 'libx264',
  'preset:v:1': 'veryfast',
  'tune:v:1': 'zerolatency',
  'profile:v:1': 'main',
  'threads:v:1': 1,
  'force_key_frames:v:1': 'source',
  'sc_threshold:v:1': 0,
  'g:v:1': 900,
  'crf:v:1': 26,
  'maxrate:v:1': '700k',
  'bufsize:v:1': '700k',
})

const audioOptions = ffmpegOptions({
  'c:a': 'aac',
  'b:a': '128k',
  // Keeps the audio in sync with the timestamps of the source, and fills gaps with silence. With
  // `first_pts=0`, ffmpeg would also insert silence from time 0 to the first sample.
  'filter:a': 'aresample=48000:async=1000,aformat=channel_layouts=stereo',
})

const outputOptions = ffmpegOptions({
  // If the audio stops, the video waits for it for at most half a second (in microseconds).
  max_interleave_delta: 500_000,
  avoid_negative_ts: 'disabled',
  use_editlist: 0,
  output_ts_offset: timelineOffsetSeconds,
  movflags: '+empty_moov+default_base_moof+frag_keyframe+frag_discont+skip_trailer',
  // In microseconds.
  frag_duration: 100_000,
  flush_packets: 1,
  f: 'mp4',
})
