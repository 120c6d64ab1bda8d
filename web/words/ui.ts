/** What the pieces of web/ui say by themselves. */
export const words = {
  skip: 'Skip to the content',
  loading: 'Loading',
  loadingVideos: 'Loading videos',
  close: 'Close',
  cancel: 'Cancel',
  notices: 'Notices',
  dismiss: 'Dismiss',
  optional: '(optional)',
  showPassword: 'Show password',
  featured: 'Featured',
  rowBack: (title: string) => `Previous: ${title}`,
  rowOn: (title: string) => `Next: ${title}`,
  /** Ages and lengths: the short unit on the screen, the long one for a screen reader. */
  now: 'now',
  justNow: 'just now',
  short: { y: 'y', mo: 'mo', w: 'w', d: 'd', h: 'h', min: 'min', s: 's' },
  ago: (count: number, unit: TimeUnit) => `${counted(count, unit)} ago`,
  counted,
  compact: (count: number) => compact.format(count),
  views: (count: number) => `${compact.format(count)} ${count === 1 ? 'view' : 'views'}`,
}

const compact = new Intl.NumberFormat('en', { notation: 'compact' })

export type TimeUnit = keyof typeof long

const long = { y: 'year', mo: 'month', w: 'week', d: 'day', h: 'hour', min: 'minute', s: 'second' }

function counted(count: number, unit: TimeUnit): string {
  return `${count} ${long[unit]}${count === 1 ? '' : 's'}`
}
