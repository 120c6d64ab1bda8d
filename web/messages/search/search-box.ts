import { defineMessages, message } from '#i18n/define-messages.ts'
export const searchBoxMessages = defineMessages('search/search-box', {
  open: 'Search',
  label: 'Search music, shows, creators',
  placeholder: 'Search music, shows, creators',
  submit: 'Search',
  places: { bar: 'Site', menu: 'Site menu', page: 'Videos and creators', unknown: 'Page not found' },
  suggestions: 'Suggestions',
  recent: 'Recent',
  genre: 'Genre',
  by: message<{ name: string }>('by {name}'),
  said: message<{ time: string; title: string }>('{time} · {title}'),
  count: message<{ n: number }>('{n, plural, =0 {No suggestions} one {# suggestion} other {# suggestions}}'),
})
