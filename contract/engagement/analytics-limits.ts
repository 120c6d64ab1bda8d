/**
 * Analytics for creators (docs/decisions/055). Creators see figures only for groups of days with at least
 * `minViewers` viewers, or with at least `minViewersForSources` viewers in the case of traffic sources. After
 * a view begins, the browser can report its playback for `viewTokenHours` hours. A day (UTC) is therefore
 * closed `releaseDelayHours` hours after it ends, when no browser can report playback for that day any more.
 */
export const analyticsLimits = {
  periodDays: [7, 28, 90, 365],
  minViewers: 10,
  minViewersForSources: 30,
  retentionPoints: 100,
  topVideos: 20,
  daysKept: 400,
  viewTokenHours: 6,
  releaseDelayHours: 7,
} as const
