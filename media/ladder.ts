import type { Source } from './probe.ts'

/** One quality of the ladder. Bit rates are bits per second, sizes even pixels, `fps` frames per second. */
export type Rung = {
  name: string
  width: number
  height: number
  fps: number
  maxrate: number
  bufsize: number
  crf: number
  audioBitrate: number
}

// [short side, video bits per second at up to 30 fps]
const steps = [
  [240, 400_000],
  [360, 800_000],
  [480, 1_400_000],
  [720, 2_800_000],
  [1080, 5_000_000],
  [1440, 9_000_000],
  [2160, 16_000_000],
] as const

type Shape = Pick<Source, 'width' | 'height' | 'fps'>

/** The qualities to make of a source, smallest first: up to its own short side, never larger than it. */
export function ladder(source: Shape): Rung[] {
  const short = Math.min(source.width, source.height)
  const rungs = steps.filter(([side]) => side <= short).map(([side, bits]) => rung(source, side, bits))
  return rungs.length > 0 ? rungs : [rung(source, short, 400_000)]
}

function rung(source: Shape, side: number, bits: number): Rung {
  const scale = side / Math.min(source.width, source.height)
  const fps = source.fps > 61 ? source.fps / 2 : Math.min(source.fps, 60)
  const maxrate = fps > 31 ? bits * 1.5 : bits
  return {
    name: `${even(side, side)}p`,
    width: even(source.width * scale, source.width),
    height: even(source.height * scale, source.height),
    fps,
    maxrate,
    bufsize: maxrate * 2,
    crf: 23,
    audioBitrate: side <= 240 ? 96_000 : 128_000,
  }
}

// 4:2:0 needs even sides; the nearest one that does not stretch the source.
function even(size: number, most: number) {
  return Math.max(2, Math.min(2 * Math.round(size / 2), 2 * Math.floor(most / 2)))
}
