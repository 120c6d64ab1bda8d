import type { VideoProperties } from '../probe/video-properties.ts'
import { formatFrameRate } from '../probe/packet-timing.ts'

/**
 * What a chain of filters shall make: pixels, frames a second (as they come when missing), of which every second one with
 * `frameStep: 2`, and for which eye.
 */
export type VideoFilterOptions = {
  width: number
  height: number
  fps?: number
  frameStep?: 1 | 2
  as?: 'video' | 'webp' | 'jpeg'
}

/**
 * The filters from a decoded frame (ffmpeg has turned it upright) to square 8-bit pixels of this size: BT.709 limited
 * for video, BT.601 for WebP and, at full range, for JPEG, which is how browsers read those.
 */
export function videoFilterChain(
  source: VideoProperties,
  { width, height, fps, frameStep = 1, as = 'video' }: VideoFilterOptions,
): string {
  const steps = [
    ...(source.interlaced ? ['bwdif=mode=send_frame:deint=interlaced'] : []),
    // start_time=0: a picture that begins late is held, so that sound and picture keep their distance
    ...(fps === undefined ? [] : [`fps=${formatFrameRate(fps)}:start_time=0`]),
    ...(frameStep === 2 ? [halveFrameRateFilter] : []),
    ...(source.transfer === 'sdr'
      ? sdrFilters(source, width, height, as)
      : hdrToSdrFilters(source, width, height, as)),
    'setsar=1',
  ]
  return steps.join(',')
}

/** What all that we encode ourselves looks like, for `picture` to start from. */
export const encodedVideoFormat = {
  transfer: 'sdr',
  matrix: 'bt709',
  fullRange: false,
  interlaced: false,
  pixelFormat: 'yuv420p',
} as const satisfies Partial<VideoProperties>

/** Keeps the first, the third, the fifth frame, with their times. */
export const halveFrameRateFilter = 'framestep=2'

/** A plain resize of what `picture` made. */
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
  // Told to convert, swscale touches every pixel even of an equal size, so it is told only where there is something to do.
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
 * PQ and HLG to SDR. Made small first: floating-point light costs 12 bytes a pixel. `npl` is the brightness in cd/m² that becomes
 * white; Hable's curve keeps what is above it from clipping.
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

// To less than half, averaging looks the same as bicubic and takes half of its time.
function downscaleFilter(source: VideoProperties, width: number, height: number) {
  return `scale=${width}:${height}:flags=${width * 2 <= source.width ? 'area' : 'bicubic'}`
}

function colorTagFilter(as: keyof typeof outputFormats) {
  const colours = 'setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv'
  return as === 'video' ? [colours] : []
}
