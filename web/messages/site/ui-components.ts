import { defineMessages, message } from '#i18n/define-messages.ts'
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
  episodeNumber: ({ season, episode }: { season: number; episode: number }) => `· S${season} E${episode}`,
  rowBack: message<{ title: string }>('Previous: {title}'),
  rowOn: message<{ title: string }>('Next: {title}'),
  /** Elapsed times and durations have short units on screen and long units for screen readers. */
  now: 'now',
  justNow: 'just now',
  shortAgo: (count: number, unit: TimeUnit) => `${count} ${shortUnitNames[unit]} ago`,
  ago: (count: number, unit: TimeUnit) => `${formatUnitCount(count, unit)} ago`,
  counted: formatUnitCount,
  compact: (count: number) => compactNumberFormat.format(count),
  views: (count: number) => `${compactNumberFormat.format(count)} ${count === 1 ? 'view' : 'views'}`,
})

const compactNumberFormat = new Intl.NumberFormat('en', { notation: 'compact' })

export type TimeUnit = keyof typeof longUnitNames

const shortUnitNames = { y: 'y', mo: 'mo', w: 'w', d: 'd', h: 'h', min: 'min', s: 's' }
const longUnitNames = { y: 'year', mo: 'month', w: 'week', d: 'day', h: 'hour', min: 'minute', s: 'second' }

function formatUnitCount(count: number, unit: TimeUnit): string {
  return `${count} ${longUnitNames[unit]}${count === 1 ? '' : 's'}`
}
