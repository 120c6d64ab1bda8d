import { playerControlSettings } from '#contract/limits.ts'

export const defaultSkipSeconds = playerControlSettings.skipSeconds
export const arrowKeySkipSeconds = 5
export const playbackRates = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]

/** Rounds a playback position to a multiple of the seek step and limits it to the duration of the video. */
export function clampSeekTime(time: number, duration: number): number {
  const end = Number.isFinite(duration) && duration > 0 ? duration : Infinity
  return Math.min(end, Math.max(0, roundToStep(time, playerControlSettings.seekStep)))
}

/** Rounds a volume to a multiple of 0.1 from 0 to 1. */
export function roundVolume(volume: number): number {
  return Math.min(1, Math.max(0, roundToStep(volume, playerControlSettings.volumeStep)))
}

/** Returns the next faster (+1) or slower (-1) playback rate. */
export function stepPlaybackRate(rate: number, direction: 1 | -1): number {
  const next =
    direction > 0 ? playbackRates.find((each) => each > rate) : playbackRates.findLast((each) => each < rate)
  return next ?? rate
}

/**
 * Rounds a number to a multiple of `step`. Divides by the inverse of the step: in floating point, 3 × 0.1 is
 * not 0.3, but 3 / 10 is.
 */
const roundToStep = (value: number, step: number) => Math.round(value / step) / Math.round(1 / step)

/**
 * Returns the gain that reduces a loud video to -14 LUFS (measured according to EBU R128), the target that
 * other platforms use. Quiet videos are not amplified, because amplification would require a Web Audio graph,
 * whose output can become silent.
 */
export function computeLoudnessGain(loudnessLufs: number | null | undefined): number {
  if (loudnessLufs === null || loudnessLufs === undefined || !Number.isFinite(loudnessLufs)) return 1
  return Math.min(1, 10 ** ((-14 - loudnessLufs) / 20))
}
