import { defineMessages, message } from '#i18n/define-messages.ts'
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

export const genrePageMessages = defineMessages('browse/genre-pages', {
  chips: filterLabels,
  filter: 'Show',
  unnamed: 'Genres',
  line: message<{ genre: string }>('All {genre} videos, made by teens.'),
  description: message<{ genre: string }>('{genre} made by teens: movies, series and new releases.'),
  coming: 'Coming soon',
  comingHelp: message<{ genre: string }>('There are no {genre} videos yet. New videos will appear here.'),
  comingUnnamed: 'Choose a genre, or browse all videos.',
  tiles: 'Suggested genres',
  previews: 'How this page will look',
  preview: 'Coming soon',
  browse: 'Browse everything',
  noneUnder: emptyFilterMessages,
  showAll: 'Show all',
  others: 'Other genres',
})
