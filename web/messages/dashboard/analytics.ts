import { defineMessages, message } from '#i18n/define-messages.ts'
import type { ViewSource } from '#contract/engagement/views.ts'

const sources: Record<ViewSource, string> = {
  home: 'Home page',
  search: 'Search',
  category: 'Categories and charts',
  creator: 'Your profile',
  recommended: 'Suggested videos',
  playlist: 'Playlists',
  following: 'Following page',
  external: 'Links on other sites',
  embedded: 'Embedded on other sites',
  direct: 'Direct links and bookmarks',
  other: 'Other',
}

/** The interface text of the analytics pages, on which creators see how their videos are watched. */
export const analyticsMessages = defineMessages('dashboard/analytics', {
  title: 'Analytics',
  description: 'How people watch your videos. Only you can see this.',
  videoTitle: message<{ title: string }>('Analytics: {title}'),
  allVideos: 'All videos',
  dashboard: 'Dashboard',
  link: 'See analytics',
  watch: 'Watch',
  edit: 'Edit',
  analyticsOf: message<{ title: string }>('Analytics for {title}'),
  period: 'Period',
  days: message<{ days: string }>('{days} days'),
  fromTo: message<{ from: string; to: string }>('{from} to {to}'),
  span: (from: string, to: string): string => (from === to ? from : analyticsMessages.fromTo({ from, to })),
  privacy:
    'We count views, but we don’t record who watched. A day’s numbers appear the next morning (UTC), and only when at least 10 people have watched.',

  views: 'Views',
  watchTime: 'Watch time',
  average: 'Average watch time',
  likes: 'Likes',
  comments: 'Comments',
  gained: 'Followers gained',
  lost: 'Followers lost',
  none: '–',

  viewsByDay: 'Views by day',
  viewsByDayLabel: message<{ span: string; most: string; on: string }>(
    'Bar chart of the views per day, {span}. The highest number of views per day was {most}, on {on}.',
  ),
  perDay: message<{ views: string }>('{views} a day'),
  grouped: 'Days with fewer than 10 viewers are shown together with the days after them.',
  day: 'Day',

  retention: 'How far people watch',
  retentionText: 'The share of views in which each part of the video was played.',
  retentionSince: message<{ day: string }>(
    'You replaced the video on {day}, so only later views count here.',
  ),
  noRetentionSince: message<{ day: string }>(
    'You replaced the video on {day}. This chart appears again when at least 10 people have watched the new video.',
  ),
  replacedOn: message<{ day: string }>('Video replaced on {day}'),
  dayOfReplacement: message<{ days: string }>('{days} (video replaced)'),
  retentionLabel: message<{ start: string; middle: string; end: string }>(
    'Line chart of the share of views in which each part of the video was played: {start} at the start, {middle} in the middle, {end} at the end.',
  ),
  part: 'Part of the video',
  /** The name of one hundredth of the video, which contains the time at which this hundredth begins. */
  partAt: message<{ percent: number; time: string }>('{percent}% ({time})'),
  partOnly: message<{ percent: number }>('{percent}%'),
  share: 'Share of views',

  sources: 'Where viewers came from',
  sourcesText: 'Sources with fewer than 10 viewers are counted under “Other”.',
  noSources: 'You’ll see this when at least 30 people have watched.',
  source: 'Source',
  viewers: 'Viewers',
  shareOfViewers: 'Share of viewers',
  names: sources,

  topVideos: 'Most viewed videos',
  video: 'Video',

  table: 'Show as table',
  tableOf: message<{ chart: string }>('Table: {chart}'),
  hours: message<{ hours: string }>('{hours} h'),
  csv: 'Download CSV',
  csvOf: message<{ chart: string }>('Download CSV: {chart}'),

  empty: 'Nothing to show yet',
  emptyText:
    'Views, watch time and the points where people stop watching will appear here when at least 10 people have watched. That way, nobody can tell who watched what.',
  emptyAction: 'Upload a video',
})
