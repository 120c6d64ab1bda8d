import type { VideoSource } from '../probe/probe-video.ts'

/**
 * One rung (quality level) of the bitrate ladder. Bit rates are in bits per second and `fps` is in frames per
 * second. Width and height are even numbers of pixels.
 */
export type LadderRung = {
  name: string
  width: number
  height: number
  fps: number
  /**
   * 2 if this rung drops every second frame of the source to halve the frame rate, otherwise 1. A source with
   * more than 60 fps is first reduced to 60 fps or less.
   */
  frameStep: 1 | 2
  maxrate: number
  bufsize: number
  crf: number
  audioBitrate: number
}

/**
 * The name and the bit rate (in bits per second) of the audio-only rung. Players use the audio-only rung for
 * music and while the screen is off.
 */
export const audioOnlyRung = { name: 'audio', bitrate: 64_000 } as const

const sides = [144, 240, 360, 480, 720, 1080, 1440, 2160] as const

// Each entry contains the number of pixels in a 16:9 frame and the video bit rate, in bits per second, for up
// to 30 fps.
const bitrates = [
  [256 * 144, 180_000],
  [426 * 240, 400_000],
  [640 * 360, 800_000],
  [854 * 480, 1_400_000],
  [1280 * 720, 2_800_000],
  [1920 * 1080, 5_000_000],
  [2560 * 1440, 9_000_000],
  [3840 * 2160, 16_000_000],
] as const

/**
 * The lowest rung of every video that has more than one rung, for slow connections: at most 150 kbit/s
 * including audio.
 */
const slowConnectionRung = { side: 144, maxrate: 78_000, bufsize: 78_000, audioBitrate: 48_000 } as const

/** Rungs whose short side is at most this many pixels are limited to 30 fps. */
const maxSideAtHalfRate = 432

type Shape = Pick<VideoSource, 'width' | 'height' | 'fps'>

/**
 * Returns the rungs to encode for a source, smallest first. The top rung has the source's own size, at most
 * 2160p. If the source is up to 10% larger than a standard size, the top rung has the standard size instead.
 * Standard sizes whose short side is more than 80% of the top rung's short side are omitted.
 */
export function buildBitrateLadder(source: Shape): LadderRung[] {
  const top = topSide(Math.min(source.width, source.height))
  const below = sides.filter((side) => side <= 0.8 * top)
  return [...below, top].map((side) =>
    buildRung(source, side, below.length > 0 && side === slowConnectionRung.side),
  )
}

/**
 * Returns the rung that is encoded first to make the video playable: the lowest rung that still looks
 * acceptable (at least 240 lines).
 */
export function chooseFirstRung(rungs: readonly LadderRung[]): LadderRung {
  return rungs.find(({ width, height }) => Math.min(width, height) >= 240) ?? rungs.at(-1)!
}

function topSide(short: number): number {
  const step = sides.findLast((side) => side <= short)
  if (step !== undefined && (short <= 1.1 * step || step === sides.at(-1))) return step
  return short
}

function buildRung(source: Shape, side: number, isForSlowLines: boolean): LadderRung {
  const scale = side / Math.min(source.width, source.height)
  const width = roundToEven(source.width * scale, source.width)
  const height = roundToEven(source.height * scale, source.height)
  const most = getMaxOutputFrameRate(source)
  const frameStep = side <= maxSideAtHalfRate && most > 31 ? 2 : 1
  const fps = most / frameStep
  const bits = bitrateOf(width * height) * (fps > 31 ? 1.5 : 1)
  return {
    name: `${roundToEven(side, side)}p`,
    width,
    height,
    fps,
    frameStep,
    maxrate: isForSlowLines ? slowConnectionRung.maxrate : bits,
    bufsize: isForSlowLines ? slowConnectionRung.bufsize : bits * 2,
    // With `x264Options`, the pictures are about as good as with plain `veryfast` and CRF 23 (decision 095).
    crf: 24,
    audioBitrate: isForSlowLines ? slowConnectionRung.audioBitrate : side <= 240 ? 96_000 : 128_000,
  }
}

/** Returns the highest frame rate in the bitrate ladder of this source, in frames per second. */
export function getMaxOutputFrameRate({ fps }: Pick<Shape, 'fps'>): number {
  return fps > 61 ? fps / 2 : Math.min(fps, 60)
}

/**
 * Returns the bit rate for a frame size. Interpolates between the standard sizes on logarithmic scales and
 * rounds to 10 kbit/s. The result is at least 150 kbit/s.
 */
function bitrateOf(pixels: number): number {
  const next = bitrates.findIndex(([size]) => size >= pixels)
  const at = Math.max(1, next < 0 ? bitrates.length - 1 : next)
  const [[fromPixels, fromBits], [toPixels, toBits]] = [bitrates[at - 1]!, bitrates[at]!]
  const part = Math.log(pixels / fromPixels) / Math.log(toPixels / fromPixels)
  const bits = fromBits * (toBits / fromBits) ** part
  return Math.max(150_000, Math.round(bits / 10_000) * 10_000)
}

// 4:2:0 chroma subsampling requires even dimensions. Rounds to the nearest even number of pixels that does
// not exceed the source's size.
function roundToEven(size: number, most: number) {
  return Math.max(2, Math.min(2 * Math.round(size / 2), 2 * Math.floor(most / 2)))
}
