import type { Shape } from './shape.ts'
import { rate } from './timing.ts'

/**
 * What a chain of filters shall make: pixels, frames a second (as they come when missing), of which every second one with
 * `frameStep: 2`, and for which eye.
 */
export type Picture = {
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
export function picture(source: Shape, { width, height, fps, frameStep = 1, as = 'video' }: Picture): string {
  const steps = [
    ...(source.interlaced ? ['bwdif=mode=send_frame:deint=interlaced'] : []),
    // start_time=0: a picture that begins late is held, so that sound and picture keep their distance
    ...(fps === undefined ? [] : [`fps=${rate(fps)}:start_time=0`]),
    ...(frameStep === 2 ? [everySecondFrame] : []),
    ...(source.transfer === 'sdr' ? sdr(source, width, height, as) : hdr(source, width, height, as)),
    'setsar=1',
  ]
  return steps.join(',')
}

/** What all that we encode ourselves looks like, for `picture` to start from. */
export const ours = {
  transfer: 'sdr',
  matrix: 'bt709',
  fullRange: false,
  interlaced: false,
  pixelFormat: 'yuv420p',
} as const satisfies Partial<Shape>

/** Keeps the first, the third, the fifth frame, with their times. */
export const everySecondFrame = 'framestep=2'

/** A plain resize of what `picture` made. */
export function resize(width: number, height: number): string {
  return `scale=${width}:${height}:flags=bicubic,setsar=1`
}

const end = {
  video: { matrix: 'bt709', range: 'tv', format: 'yuv420p' },
  webp: { matrix: 'bt601', range: 'tv', format: 'yuv420p' },
  jpeg: { matrix: 'bt601', range: 'pc', format: 'yuvj420p' },
} as const

function sdr(source: Shape, width: number, height: number, as: keyof typeof end) {
  const { matrix, range, format } = end[as]
  // Told to convert, swscale touches every pixel even of an equal size, so it is told only where there is something to do.
  const sameMatrix = source.matrix === matrix && source.pixelFormat.startsWith('yuv')
  const colours = sameMatrix ? '' : `:in_color_matrix=${source.matrix}:out_color_matrix=${matrix}`
  const from = source.fullRange ? 'pc' : 'tv'
  const ranges = from === range ? '' : `:in_range=${from}:out_range=${range}`
  return [`${shrink(source, width, height)}${colours}${ranges}`, `format=${format}`, ...tags(as)]
}

/**
 * PQ and HLG to SDR. Made small first: floating-point light costs 12 bytes a pixel. `npl` is the brightness in cd/m² that becomes
 * white; Hable's curve keeps what is above it from clipping.
 */
function hdr(source: Shape, width: number, height: number, as: keyof typeof end) {
  const { matrix, range, format } = end[as]
  const from = `tin=${source.transfer === 'pq' ? 'smpte2084' : 'arib-std-b67'}:min=2020_ncl:pin=2020`
  return [
    shrink(source, width, height),
    `zscale=${from}:t=linear:npl=100`,
    'format=gbrpf32le',
    'zscale=p=709',
    'tonemap=hable:desat=0',
    `zscale=t=709:m=${matrix === 'bt709' ? '709' : '170m'}:r=${range}`,
    `format=${format}`,
    ...tags(as),
  ]
}

// To less than half, averaging looks the same as bicubic and takes half of its time.
function shrink(source: Shape, width: number, height: number) {
  return `scale=${width}:${height}:flags=${width * 2 <= source.width ? 'area' : 'bicubic'}`
}

function tags(as: keyof typeof end) {
  const colours = 'setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv'
  return as === 'video' ? [colours] : []
}
