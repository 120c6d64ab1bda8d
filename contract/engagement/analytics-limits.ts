/**
 * Analytics for creators (docs/decisions/055). Days are grouped until each group has at least `minViewers`
 * viewers, or `minViewersForSources` viewers for traffic sources. A browser can report playback of a view for
 * `viewTokenHours` hours. A day (UTC) is closed `releaseDelayHours` hours after it ends, because no browser
 * can report playback for it after that.
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
