import { defineMessages, message } from '#i18n/define-messages.ts'
import { formatNumber } from '#i18n/formats.ts'

/** Units of time, from years to seconds. */
export type TimeUnit = 'y' | 'mo' | 'w' | 'd' | 'h' | 'min' | 's'

/** The interface text of the components in web/ui. */
export const uiMessages = defineMessages('site/ui-components', {
  skip: 'Skip to content',
  loading: 'Loading',
  loadingVideos: 'Loading videos',
  close: 'Close',
  cancel: 'Cancel',
  notices: 'Notices',
  dismiss: 'Dismiss',
  optional: '(optional)',
  showPassword: 'Show password',
  featured: 'Featured',
  /** The short number of an episode, after the title of its series. */
  episodeNumber: message<{ season: number; episode: number }>('· S{season} E{episode}'),
  rowBack: message<{ title: string }>('Previous: {title}'),
  rowOn: message<{ title: string }>('Next: {title}'),
  /** Elapsed times and durations have short units on screen and long units for screen readers. */
  now: 'now',
  justNow: 'just now',
  shortAgo: message<{ count: number; unit: TimeUnit }>(
    '{unit, select, y {{count} y ago} mo {{count} mo ago} w {{count} w ago} d {{count} d ago} h {{count} h ago} min {{count} min ago} other {{count} s ago}}',
  ),
  ago: message<{ count: number; unit: TimeUnit }>(
    '{unit, select, y {{count, plural, one {# year ago} other {# years ago}}} mo {{count, plural, one {# month ago} other {# months ago}}} w {{count, plural, one {# week ago} other {# weeks ago}}} d {{count, plural, one {# day ago} other {# days ago}}} h {{count, plural, one {# hour ago} other {# hours ago}}} min {{count, plural, one {# minute ago} other {# minutes ago}}} other {{count, plural, one {# second ago} other {# seconds ago}}}}',
  ),
  counted: message<{ count: number; unit: TimeUnit }>(
    '{unit, select, y {{count, plural, one {# year} other {# years}}} mo {{count, plural, one {# month} other {# months}}} w {{count, plural, one {# week} other {# weeks}}} d {{count, plural, one {# day} other {# days}}} h {{count, plural, one {# hour} other {# hours}}} min {{count, plural, one {# minute} other {# minutes}}} other {{count, plural, one {# second} other {# seconds}}}}',
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
