import type { PlaybackQualityFigures } from '#contract/playback-quality.ts'
import { playbackQualityMessages } from '#web/messages/moderation/playback-quality.ts'
import { siteMetricsMessages } from '#web/messages/moderation/site-metrics.ts'

const { percent, height } = playbackQualityMessages
const { count, seconds } = siteMetricsMessages

/** How each figure is formatted, in the order of the summary. */
export const playbackFigureFormats: Record<keyof PlaybackQualityFigures, (value: number) => string> = {
  viewings: count,
  startup_median: seconds,
  startup_p95: seconds,
  stalled: percent,
  failed: percent,
  exited: percent,
  height,
  seek_median: seconds,
  seek_p95: seconds,
  dropped: percent,
  downshifts: count,
}
