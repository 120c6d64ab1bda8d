import { defineMessages, message } from '#i18n/define-messages.ts'
import { formatNumber } from '#i18n/formats.ts'

/** The names of time units that `Intl` accepts. */
export type TimeUnit = 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second'

/** The interface text of the components in web/ui. */
export const uiMessages = defineMessages('site/ui-components', {
  skip: 'Skip to content',
  loading: 'Loading',
  loadingPage: 'Loading…',
  loadingVideos: 'Loading videos',
  close: 'Close',
  cancel: 'Cancel',
  notices: 'Notices',
  dismiss: 'Dismiss',
  optional: '(optional)',
  showPassword: 'Show password',
  featured: 'Featured',
  /** The short form of an episode number, which is shown after the title of the series. */
  episodeNumber: message<{ season: number; episode: number }>('· S{season} E{episode}'),
  rowBack: message<{ title: string }>('Previous: {title}'),
  rowOn: message<{ title: string }>('Next: {title}'),
  /** Elapsed times and durations have short units on screen, and long units for screen readers. */
  now: 'now',
  justNow: 'just now',
  shortAgo: message<{ count: number; unit: TimeUnit }>(
    '{count} {unit, select, year {y} month {mo} week {w} day {d} hour {h} minute {min} other {s}} ago',
  ),
  compact: formatCompactNumber,
  viewsOf: message<{ count: number; compact: string }>(
    '{count, plural, one {{compact} view} other {{compact} views}}',
  ),
  views: (count: number): string => uiMessages.viewsOf({ count, compact: formatCompactNumber(count) }),
})

function formatCompactNumber(count: number): string {
  return formatNumber(count, { notation: 'compact' })
}
