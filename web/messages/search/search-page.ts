import { defineMessages, message } from '#i18n/define-messages.ts'
import type {
  SearchDateRange,
  SearchDurationFilter,
  SearchTypeFilter,
  SearchSortOrder,
} from '#contract/discovery/search.ts'

const typeLabels: Record<SearchTypeFilter, string> = {
  music_video: 'Music',
  tv_show: 'Shows',
  story: 'Stories',
  talent: 'Talent',
  challenge: 'Challenges',
  movie: 'Movies',
  live: 'Live',
  creator: 'Creators',
}
const lengthLabels: Record<SearchDurationFilter, string> = {
  short: 'Under 4 minutes',
  medium: '4–20 minutes',
  long: 'Over 20 minutes',
}
const dateLabels: Record<SearchDateRange, string> = {
  today: 'Today',
  week: 'This week',
  month: 'This month',
  year: 'This year',
}
const sortLabels: Record<SearchSortOrder, string> = {
  best: 'Best match',
  newest: 'Newest',
  likes: 'Most liked',
}

export const searchPageMessages = defineMessages('search/search-page', {
  title: 'Search',
  titleOf: message<{ q: string }>('{q}: Search'),
  description: 'Search for creators, and for music, shows and stories made by teens.',
  types: typeLabels,
  lengths: lengthLabels,
  dates: dateLabels,
  sorts: sortLabels,
  everything: 'Everything',
  type: 'Type',
  genre: 'Genre',
  anyGenre: 'Any genre',
  length: 'Length',
  anyLength: 'Any length',
  date: 'Uploaded',
  anyDate: 'Any time',
  sort: 'Sort by',
  filters: 'Filters',
  apply: 'Apply',
  videos: message<{ n: number; capped: boolean; q: string }>(
    '{capped, select, true {{n, number}+ videos for “{q}”} other {{n, plural, one {# video for “{q}”} other {# videos for “{q}”}}}}',
  ),
  people: message<{ n: number; q: string }>(
    '{n, plural, one {# creator for “{q}”} other {# creators for “{q}”}}',
  ),
  videosHeading: 'Videos',
  creators: 'Creators',
  allCreators: 'All creators',
  theirVideos: message<{ n: number }>('{n, plural, =0 {No videos yet} one {# video} other {# videos}}'),
  /**
   * The text before the link with the suggested query (“Did you mean”). The text `meantEnd` follows the link.
   */
  meant: 'Did you mean',
  meantEnd: '?',
  spoken: message<{ q: string }>('“{q}” is said in'),
  saidAt: message<{ time: string }>('Said at {time}:'),
  close: 'Similar results',
  onlyClose: message<{ q: string }>('There are no exact matches for “{q}”. Similar results:'),
  caughtUp: 'You’re all caught up',
  capped: 'Only the newest matches are shown. To find older videos, add more words to your search.',
  pages: 'Search result pages',
  next: 'Next results',
  previous: 'Previous results',
  page: message<{ n: number; of: number }>('Page {n} of {of}'),
  nothing: message<{ q: string }>('No results for “{q}”'),
  nothingHelp: 'Try fewer or different words. Small typos are fine.',
  nothingFiltered: 'No results match all of these filters.',
  clear: 'Clear filters',
  start: 'What are you in the mood for?',
  startHelp: 'Search for a title, genre or creator, or for something that’s said in a video.',
  recent: 'Your recent searches',
  recentNote: 'Saved only in this browser.',
  forget: message<{ q: string }>('Remove “{q}” from recent searches'),
  forgetAll: 'Clear all',
  trending: 'Trending this week',
  charts: 'Teen Charts',
  browse: 'Browse',
})
