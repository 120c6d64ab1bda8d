/** The specification's figures: skip ±10 s, seek step 0.1 s, volume 0–1 in steps of 0.1, controls hide after 2000 ms. */
export const skip = 10
export const shortSkip = 5
export const hideAfter = 2000
export const rates = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]

/** A time on the 0.1 s grid, inside the video. */
export function seekable(time: number, duration: number): number {
  const end = Number.isFinite(duration) && duration > 0 ? duration : Infinity
  return Math.min(end, Math.max(0, tenth(time)))
}

/** 0, 0.1 … 1. */
export function volumeStep(volume: number): number {
  return Math.min(1, Math.max(0, tenth(volume)))
}

/** The next rate up (+1) or down (-1) the list. */
export function nextRate(rate: number, way: 1 | -1): number {
  const next = way > 0 ? rates.find((each) => each > rate) : rates.findLast((each) => each < rate)
  return next ?? rate
}

const tenth = (value: number) => Math.round(value * 10) / 10

/** How far a loud video is turned down so that all sound alike (EBU R128 measured loudness, target -14 LUFS as on other
 *  platforms). Quiet ones are left alone: turning up would need an audio graph, which can fall silent. */
export function evenGain(loudnessLufs: number | null | undefined): number {
  if (loudnessLufs === null || loudnessLufs === undefined || !Number.isFinite(loudnessLufs)) return 1
  return Math.min(1, 10 ** ((-14 - loudnessLufs) / 20))
}
