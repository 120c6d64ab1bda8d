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

const formatResultCount = (n: number, capped: boolean) => `${n.toLocaleString('en')}${capped ? '+' : ''}`

export const searchPageMessages = {
  title: 'Search',
  titleOf: (q: string) => `${q}: Search`,
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
  videos: (n: number, capped: boolean, q: string) =>
    `${n === 1 && !capped ? '1 video' : `${formatResultCount(n, capped)} videos`} for “${q}”`,
  people: (n: number, q: string) =>
    `${n === 1 ? '1 creator' : `${formatResultCount(n, false)} creators`} for “${q}”`,
  videosHeading: 'Videos',
  creators: 'Creators',
  allCreators: 'All creators',
  theirVideos: (n: number) =>
    n === 0 ? 'No videos yet' : n === 1 ? '1 video' : `${formatResultCount(n, false)} videos`,
  meant: 'Did you mean',
  spoken: (q: string) => `“${q}” is said in`,
  saidAt: (time: string) => `Said at ${time}:`,
  close: 'Similar results',
  onlyClose: (q: string) => `There are no exact matches for “${q}”. Similar results:`,
  caughtUp: 'You’re all caught up',
  capped: 'Only the newest matches are shown. To find older videos, add more words to your search.',
  pages: 'Search result pages',
  next: 'Next results',
  previous: 'Previous results',
  page: (n: number, of: number) => `Page ${n} of ${of}`,
  nothing: (q: string) => `No results for “${q}”`,
  nothingHelp: 'Try fewer or different words. Small typos are fine.',
  nothingFiltered: 'No results match all of these filters.',
  clear: 'Clear filters',
  start: 'What are you in the mood for?',
  startHelp: 'Search for a title, genre or creator, or for something that’s said in a video.',
  recent: 'Your recent searches',
  recentNote: 'Saved only in this browser.',
  forget: (q: string) => `Remove “${q}” from recent searches`,
  forgetAll: 'Clear all',
  trending: 'Trending this week',
  charts: 'Teen Charts',
  browse: 'Browse',
}
