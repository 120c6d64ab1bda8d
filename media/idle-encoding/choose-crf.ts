/** A trial encode with a constant rate factor. */
export interface Trial {
  crf: number
  /** The picture quality, such as SSIM in decibels. */
  quality: number
  bytes: number
}

/**
 * Returns the highest whole CRF, which needs the fewest bits, whose picture quality is at least that of `original`. If
 * the encode would then need more than `maxBytesShare` of the bytes of `original`, returns the lowest CRF that does not.
 * The result is never outside the range of the trials, which are sorted by ascending CRF.
 */
export function chooseCrf(
  trials: readonly Trial[],
  original: Omit<Trial, 'crf'>,
  maxBytesShare: number,
): number {
  const ofQuality = findCrf(trials, ({ quality }) => quality - original.quality)
  const ofBytes = findCrf(trials, ({ bytes }) => Math.log(bytes / (original.bytes * maxBytesShare)))
  return Math.max(Math.floor(ofQuality), Math.ceil(ofBytes))
}

/**
 * Returns the CRF at which `excess`, which falls with the CRF, is 0. Interpolates linearly between two trials. If the
 * excess is 0 nowhere, returns the CRF of the nearest trial.
 */
function findCrf(trials: readonly Trial[], excess: (trial: Trial) => number): number {
  const last = trials.findLastIndex((trial) => excess(trial) >= 0)
  const [above, below] = [trials[last], trials[last + 1]]
  if (!above) return trials[0]!.crf
  if (!below) return above.crf
  return above.crf + ((below.crf - above.crf) * excess(above)) / (excess(above) - excess(below))
}
