import { MediaRejectedError } from '../media-rejection.ts'
import type { ProbedStream } from './select-streams.ts'

/** The displayed picture, and how the stored pixels differ from 8-bit BT.709 in limited range. */
export type VideoProperties = {
  /** The displayed size in pixels: upright, with square pixels. */
  width: number
  height: number
  /** The clockwise rotation in degrees that a player applies to the stored picture: 0, 90, 180 or 270. */
  rotation: number
  /** Whether the stored pixels are square. */
  square: boolean
  pixelFormat: string
  bitDepth: number
  transfer: 'sdr' | 'pq' | 'hlg'
  matrix: 'bt709' | 'bt601' | 'bt2020'
  fullRange: boolean
  interlaced: boolean
}

/** Reads the properties of a video stream. Rejects pictures above 4096 × 2304 or below 16 × 16 pixels. */
export function readVideoProperties(video: ProbedStream): VideoProperties {
  const { width = 0, height = 0, pix_fmt: pixelFormat = '' } = video
  rejectUnsupportedSize(width, height)
  const rotation = readRotation(video)
  const aspect = sampleAspect(video, width, height)
  const wide = Math.round(width * aspect)
  const [w, h] = rotation % 180 === 0 ? [wide, height] : [height, wide]
  return {
    width: w,
    height: h,
    rotation,
    square: aspect === 1,
    pixelFormat,
    bitDepth: Number(/p0?(9|10|12|14|16)(le|be)$/.exec(pixelFormat)?.[1] ?? 8),
    transfer: transfers[video.color_transfer ?? ''] ?? 'sdr',
    matrix: matrix(video),
    fullRange: video.color_range === 'pc' || pixelFormat.startsWith('yuvj'),
    interlaced: ['tt', 'bb', 'tb', 'bt'].includes(video.field_order ?? ''),
  }
}

const maxPixels = 4096 * 2304
const maxSide = 8192

function rejectUnsupportedSize(width: number, height: number) {
  if (width === 0 || height === 0) throw new MediaRejectedError('unreadable', 'no picture size')
  if (width * height > maxPixels || Math.max(width, height) > maxSide)
    throw new MediaRejectedError('too_large_picture')
  if (Math.min(width, height) < 16) throw new MediaRejectedError('too_small_picture')
}

function readRotation(video: ProbedStream) {
  const degrees = video.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0
  return (((Math.round(-degrees / 90) * 90) % 360) + 360) % 360
}

// Anamorphic video (DV, DVD) is stretched by its sample aspect ratio. A ratio that would make the picture
// exceed the size limits must be wrong and is ignored.
function sampleAspect({ sample_aspect_ratio = '1:1' }: ProbedStream, width: number, height: number) {
  const [across = 1, down = 1] = sample_aspect_ratio.split(':').map(Number)
  const aspect = across / down
  const sane =
    aspect >= 0.25 && aspect <= 4 && width * aspect * height <= maxPixels && width * aspect <= maxSide
  return sane ? aspect : 1
}

const transfers: { [name: string]: 'pq' | 'hlg' } = { smpte2084: 'pq', 'arib-std-b67': 'hlg' }

// Guesses the color matrix of untagged video from its size, as players do.
function matrix({ color_space = '', height = 0, width = 0 }: ProbedStream): VideoProperties['matrix'] {
  if (color_space.startsWith('bt2020')) return 'bt2020'
  if (color_space === 'bt709') return 'bt709'
  if (['smpte170m', 'bt470bg', 'fcc'].includes(color_space)) return 'bt601'
  return Math.min(width, height) >= 720 ? 'bt709' : 'bt601'
}

/**
 * Returns the largest even width and height that fit within the given maximum, keep the aspect ratio and do
 * not exceed the picture's own size.
 */
export function fitDimensionsWithin(
  { width, height }: Pick<VideoProperties, 'width' | 'height'>,
  mostWide: number,
  mostHigh: number,
) {
  const scale = Math.min(1, mostWide / width, mostHigh / height)
  const even = (size: number) => Math.max(2, 2 * Math.floor((size * scale) / 2 + 1e-9))
  return { width: even(width), height: even(height) }
}
