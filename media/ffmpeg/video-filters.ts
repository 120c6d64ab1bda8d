import type { VideoProperties } from '../probe/video-properties.ts'
import { formatFrameRate, parseFrameRate } from '../probe/packet-timing.ts'

/**
 * A range of output frames at the rate `fps`: `first` is the number of the first frame, counted from 0 at the
 * beginning of the video. The range ends after `frames` frames, or earlier if the video ends earlier.
 */
export type FrameRange = { first: number; frames: number }

/**
 * The desired output: size in pixels, frames per second and color space. Without `fps`, the frame rate is
 * unchanged. `frameStep: 2` halves the frame rate. With `range`, the output consists of these frames
 * only, and its timestamps start at 0.
 */
export type VideoFilterOptions = {
  width: number
  height: number
  fps?: number
  frameStep?: 1 | 2
  range?: FrameRange | undefined
  as?: 'video' | 'webp' | 'jpeg'
}

/**
 * Returns the filters that turn a decoded frame, already rotated upright by ffmpeg, into square 8-bit pixels
 * of the given size. Video uses BT.709 in limited range. WebP uses BT.601 in limited range and JPEG uses
 * BT.601 in full range, because browsers interpret these formats that way.
 */
export function buildVideoFilterChain(
  source: VideoProperties,
  { width, height, fps, frameStep = 1, range, as = 'video' }: VideoFilterOptions,
): string {
  const steps = [
    ...(source.interlaced ? ['bwdif=mode=send_frame:deint=interlaced'] : []),
    // If the first frame starts late, start_time=0 fills the gap before this frame with copies of this frame.
    // This keeps audio and video in sync.
    ...(fps === undefined ? [] : frameRateFilters(fps, range)),
    ...(frameStep === 2 ? [halfFrameRateFilter] : []),
    ...(source.transfer === 'sdr'
      ? sdrFilters(source, width, height, as)
      : hdrToSdrFilters(source, width, height, as)),
    'setsar=1',
  ]
  return steps.join(',')
}

// With a start time, the fps filter drops all frames that are no longer visible at this time. Frame `first` of a
// range is therefore the same frame as without the range, no matter where decoding has started.
function frameRateFilters(fps: number, range?: FrameRange) {
  const rate = formatFrameRate(fps)
  if (!range) return [`fps=${rate}:start_time=0`]
  const start = (range.first / parseFrameRate(rate)).toFixed(6)
  return [`fps=${rate}:start_time=${start}`, `trim=end_frame=${range.frames}`, 'setpts=PTS-STARTPTS']
}

/** The properties that all videos encoded by this site have, as input for `buildVideoFilterChain`. */
export const encodedVideoProperties = {
  transfer: 'sdr',
  matrix: 'bt709',
  fullRange: false,
  interlaced: false,
  pixelFormat: 'yuv420p',
} as const satisfies Partial<VideoProperties>

/** A filter that keeps every second frame with its timestamp, starting with the first. */
export const halfFrameRateFilter = 'framestep=2'

/** Returns the filter that resizes the output of `buildVideoFilterChain`. */
export function resizeFilter(width: number, height: number): string {
  return `scale=${width}:${height}:flags=bicubic,setsar=1`
}

const outputFormats = {
  video: { matrix: 'bt709', range: 'tv', format: 'yuv420p' },
  webp: { matrix: 'bt601', range: 'tv', format: 'yuv420p' },
  jpeg: { matrix: 'bt601', range: 'pc', format: 'yuvj420p' },
} as const

function sdrFilters(source: VideoProperties, width: number, height: number, as: keyof typeof outputFormats) {
  const { matrix, range, format } = outputFormats[as]
  // Adds only the necessary conversions, because swscale processes every pixel even if the input and output
  // formats are equal.
  const sameMatrix = source.matrix === matrix && source.pixelFormat.startsWith('yuv')
  const colours = sameMatrix ? '' : `:in_color_matrix=${source.matrix}:out_color_matrix=${matrix}`
  const from = source.fullRange ? 'pc' : 'tv'
  const ranges = from === range ? '' : `:in_range=${from}:out_range=${range}`
  return [
    `${downscaleFilter(source, width, height)}${colours}${ranges}`,
    `format=${format}`,
    ...colorTagFilter(as),
  ]
}

/**
 * Returns the filters that tone-map PQ and HLG to SDR. Scales down first, because tone mapping in floating
 * point takes 12 bytes per pixel. `npl` is the brightness in cd/m² that is shown as white. The Hable curve
 * keeps parts of the picture that are brighter than `npl` from clipping.
 */
function hdrToSdrFilters(
  source: VideoProperties,
  width: number,
  height: number,
  as: keyof typeof outputFormats,
) {
  const { matrix, range, format } = outputFormats[as]
  const from = `tin=${source.transfer === 'pq' ? 'smpte2084' : 'arib-std-b67'}:min=2020_ncl:pin=2020`
  return [
    downscaleFilter(source, width, height),
    `zscale=${from}:t=linear:npl=100`,
    'format=gbrpf32le',
    'zscale=p=709',
    'tonemap=hable:desat=0',
    `zscale=t=709:m=${matrix === 'bt709' ? '709' : '170m'}:r=${range}`,
    `format=${format}`,
    ...colorTagFilter(as),
  ]
}

// When a picture is scaled to less than half its size, area averaging looks the same as bicubic scaling and
// takes half the time.
function downscaleFilter(source: VideoProperties, width: number, height: number) {
  return `scale=${width}:${height}:flags=${width * 2 <= source.width ? 'area' : 'bicubic'}`
}

function colorTagFilter(as: keyof typeof outputFormats) {
  const colours = 'setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv'
  return as === 'video' ? [colours] : []
}
