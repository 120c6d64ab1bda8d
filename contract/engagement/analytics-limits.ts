/**
 * Analytics for creators (docs/decisions/055). Creators see the figures for a group of days only if the group
 * has at least `minViewers` viewers. The figures for traffic sources require at least `minViewersForSources`
 * viewers. The browser can report the playback of a view for `viewTokenHours` hours after the view began. A
 * day (UTC) is closed `releaseDelayHours` hours after it ends, because from then on no browser can report
 * playback for that day.
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
