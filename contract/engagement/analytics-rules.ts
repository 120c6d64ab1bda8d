/**
 * Analytics for creators (docs/decisions/055). Days are shown in groups of at least `minViewers` viewers, or
 * `minViewersForSources` for the sources of views. A browser can add to a view for `viewTokenHours` hours. A
 * day is closed `releaseDelayHours` hours after its end (UTC), when nothing can be added to it any more.
 */
export const analyticsRules = {
  periodDays: [7, 28, 90, 365],
  minViewers: 10,
  minViewersForSources: 30,
  retentionPoints: 100,
  topVideos: 20,
  daysKept: 400,
  viewTokenHours: 6,
  releaseDelayHours: 7,
} as const
