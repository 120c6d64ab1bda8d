import { defineMessages } from '#i18n/define-messages.ts'
import type { CategoryName } from './categories.ts'

/**
 * A row of videos on a category page. A row with `words` contains the items whose genre includes one of these
 * words. A row without `words` contains the newest items of all genres.
 */
export interface CategoryRow {
  /** The row's name in URLs, which is the same in every language. */
  slug: string
  title: string
  words?: readonly string[]
}

/**
 * The rows of the category pages (specification, section 2). The browser gets the titles of the rows from the
 * API.
 */
export const categoryRows: Record<CategoryName, readonly CategoryRow[]> = defineMessages(
  'browse/category-rows',
  {
    music: [
      { slug: 'recently-added-music', title: 'Recently Added Music' },
      { slug: 'hip-hop-rap', title: 'Hip-Hop & Rap', words: ['hip'] },
      { slug: 'r-b-soul', title: 'R&B / Soul', words: ['r&b', 'soul'] },
      { slug: 'pop', title: 'Pop', words: ['pop'] },
    ],
    shows: [
      { slug: 'recently-added-shows', title: 'Recently Added Shows' },
      { slug: 'drama-series', title: 'Drama Series', words: ['drama'] },
      { slug: 'comedy-series', title: 'Comedy Series', words: ['comedy'] },
      { slug: 'reality-unscripted', title: 'Reality & Unscripted', words: ['reality', 'unscripted'] },
    ],
    stories: [
      { slug: 'recently-added-stories', title: 'Recently Added Stories' },
      { slug: 'mystery-thriller', title: 'Mystery & Thriller', words: ['mystery', 'thriller'] },
      { slug: 'drama', title: 'Drama', words: ['drama'] },
      { slug: 'comedy', title: 'Comedy', words: ['comedy'] },
    ],
    movies: [
      { slug: 'recently-added-movies', title: 'Recently Added Movies' },
      { slug: 'action', title: 'Action', words: ['action'] },
      { slug: 'drama', title: 'Drama', words: ['drama'] },
      { slug: 'comedy', title: 'Comedy', words: ['comedy'] },
    ],
    'tv-shows': [
      { slug: 'recently-added-tv-shows', title: 'Recently Added TV Shows' },
      { slug: 'drama-series', title: 'Drama Series', words: ['drama'] },
      { slug: 'comedy-shows', title: 'Comedy Shows', words: ['comedy'] },
      { slug: 'sci-fi-fantasy', title: 'Sci-Fi & Fantasy', words: ['sci'] },
    ],
    talent: [
      { slug: 'new-talent', title: 'New Talent' },
      { slug: 'dance', title: 'Dance', words: ['dance'] },
      { slug: 'singing', title: 'Singing', words: ['sing', 'vocal'] },
      { slug: 'comedy', title: 'Comedy', words: ['comedy'] },
    ],
    challenges: [
      { slug: 'recently-added-challenges', title: 'Recently Added Challenges' },
      { slug: 'acting', title: 'Acting', words: ['acting'] },
      { slug: 'directing', title: 'Directing', words: ['direct'] },
      { slug: 'editing', title: 'Editing', words: ['edit'] },
    ],
    live: [
      { slug: 'latest-live', title: 'Latest Live' },
      { slug: 'live-events', title: 'Live Events', words: ['event'] },
      { slug: 'concerts', title: 'Concerts', words: ['concert'] },
      { slug: 'esports-gaming', title: 'Esports & Gaming', words: ['esport', 'game', 'gaming'] },
    ],
  },
  ['slug', 'words'],
)

/** The row with the viewer's own items. */
export const ownCategoryRows: Record<CategoryName, CategoryRow> = defineMessages(
  'browse/own-category-rows',
  {
    music: { slug: 'my-music', title: 'My Music' },
    shows: { slug: 'my-shows', title: 'My Shows' },
    stories: { slug: 'my-stories', title: 'My Stories' },
    movies: { slug: 'my-movies', title: 'My Movies' },
    'tv-shows': { slug: 'my-tv-shows', title: 'My TV Shows' },
    talent: { slug: 'my-talent', title: 'My Talent' },
    challenges: { slug: 'my-entries', title: 'My Entries' },
    live: { slug: 'my-live-videos', title: 'My Live Videos' },
  },
  ['slug'],
)

/** The messages on category pages that have no videos yet. */
export const emptyCategoryMessages: Record<CategoryName, { title: string; text: string }> = defineMessages(
  'browse/empty-categories',
  {
    music: { title: 'No Music Yet', text: 'Be the first to upload a music video!' },
    shows: { title: 'No Shows Yet', text: 'Be the first to upload a show!' },
    stories: { title: 'No Stories Available', text: 'Got one to tell? Be the first to upload a story!' },
    movies: { title: 'No Movies Available', text: 'Be the first to upload a movie!' },
    'tv-shows': { title: 'No TV Shows Available', text: 'Be the first to upload a TV show!' },
    talent: { title: 'No Talent Videos Yet', text: 'Show off your skills!' },
    challenges: { title: 'No Challenge Videos Yet', text: 'Upload your first entry to kick things off!' },
    live: { title: 'No Live Videos Yet', text: 'Stream something awesome!' },
  },
)
