import type { GenreFilter } from '#contract/discovery/genre-pages.ts'

const filterLabels: Record<GenreFilter, string> = {
  all: 'All',
  movies: 'Movies',
  series: 'Series',
  new: 'New Releases',
}
const emptyFilterMessages: Record<GenreFilter, string> = {
  all: 'Nothing here yet',
  movies: 'No movies here yet',
  series: 'No series here yet',
  new: 'No new releases',
}

export const genrePageMessages = {
  chips: filterLabels,
  filter: 'Show',
  unnamed: 'Genres',
  line: (genre: string) => `Everything ${genre}, made by teens.`,
  description: (genre: string) => `${genre} made by teens: movies, series and everything new.`,
  coming: 'Coming soon',
  comingHelp: (genre: string) => `Nobody has uploaded ${genre} yet. When somebody does, it plays here.`,
  comingUnnamed: 'Pick a genre, or have a look around.',
  tiles: 'Some genres',
  previews: 'A preview of this page',
  preview: 'Coming soon',
  browse: 'Browse everything',
  noneUnder: emptyFilterMessages,
  showAll: 'Show all',
  others: 'Other genres',
}
