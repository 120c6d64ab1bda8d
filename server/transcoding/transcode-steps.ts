import { imageVariantPath, imageVariantSizes } from '#contract/content/image-variants.ts'
import { chooseFirstRung, buildBitrateLadder } from '#media/encode/bitrate-ladder.ts'
import type { VideoSource } from '#media/probe/probe-video.ts'
import { estimateEncodeWork } from './encode-speed.ts'
import { createFairScheduler } from './fair-scheduler.ts'

// Encoding a ladder uses all cores, so ladders take turns within a process. First renditions are encoded
// without waiting for a turn.
export const bitrateLadderScheduler = createFairScheduler()

export const posterVariants = imageVariantSizes.map((side) => ({
  side,
  name: imageVariantPath('poster.webp', side),
}))

/** The minimum speed, in bytes per second, at which an original is expected to download from storage. */
export const minimumOriginalDownloadRate = 1_000_000

/** Estimates the work of each step. Making the images takes a tenth of the work of encoding the ladder. */
export function estimateSteps(source: VideoSource) {
  const rungs = buildBitrateLadder(source)
  const whole = estimateEncodeWork(source, rungs)
  const low = estimateEncodeWork(source, [chooseFirstRung(rungs)])
  const first = source.remuxable ? whole * 0.02 : low
  return { first, pictures: whole * 0.1, rest: source.remuxable ? whole : whole - low }
}
