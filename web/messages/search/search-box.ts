export const searchBoxMessages = {
  open: 'Search',
  label: 'Search music, shows, creators',
  placeholder: 'Search music, shows, creators',
  submit: 'Search',
  places: { bar: 'Site', menu: 'Site menu', page: 'Videos and creators', unknown: 'Page not found' },
  suggestions: 'Suggestions',
  recent: 'Recent',
  genre: 'Genre',
  by: (name: string) => `by ${name}`,
  said: (time: string, title: string) => `${time} · ${title}`,
  count: (n: number) => (n === 0 ? 'No suggestions' : n === 1 ? '1 suggestion' : `${n} suggestions`),
}
