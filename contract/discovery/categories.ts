import type { ContentType, UploadType } from '../content/content-types.ts'

/**
 * A row of videos on a category page. A row with `words` contains the items whose genre includes one of these
 * words. A row without `words` contains the newest items of all genres.
 */
interface RowRule {
  title: string
  words?: readonly string[]
}

interface Category {
  path: string
  label: string
  types: readonly ContentType[]
  /**
   * Items of any type whose genre includes `genreWord` also belong to the category (specification, section
   * 7).
   */
  genreWord?: string
  upload: UploadType
  rows: readonly RowRule[]
  mine: string
  empty: { title: string; text: string }
  /**
   * Whether the category's cards have a like button with a like count. Only movie and TV show cards have a
   * like button.
   */
  cardLikes: boolean
}

/** The eight category pages (specification, section 2, table "Category pages"). */
export const categories = {
  music: {
    path: '/music',
    label: 'Music',
    types: ['music_video'],
    genreWord: 'music',
    upload: 'music',
    rows: [
      { title: 'Recently Added Music' },
      { title: 'Hip-Hop & Rap', words: ['hip'] },
      { title: 'R&B / Soul', words: ['r&b', 'soul'] },
      { title: 'Pop', words: ['pop'] },
    ],
    mine: 'My Music',
    empty: { title: 'No Music Yet', text: 'Be the first to upload a music video!' },
    cardLikes: false,
  },
  shows: {
    path: '/shows',
    label: 'Shows',
    types: ['tv_show'],
    genreWord: 'show',
    upload: 'show',
    rows: [
      { title: 'Recently Added Shows' },
      { title: 'Drama Series', words: ['drama'] },
      { title: 'Comedy Series', words: ['comedy'] },
      { title: 'Reality & Unscripted', words: ['reality', 'unscripted'] },
    ],
    mine: 'My Shows',
    empty: { title: 'No Shows Yet', text: 'Be the first to upload a show!' },
    cardLikes: false,
  },
  stories: {
    path: '/stories',
    label: 'Stories',
    types: ['story'],
    upload: 'story',
    rows: [
      { title: 'Recently Added Stories' },
      { title: 'Mystery & Thriller', words: ['mystery', 'thriller'] },
      { title: 'Drama', words: ['drama'] },
      { title: 'Comedy', words: ['comedy'] },
    ],
    mine: 'My Stories',
    empty: { title: 'No Stories Available', text: 'Got one to tell? Be the first to upload a story!' },
    cardLikes: false,
  },
  movies: {
    path: '/movies',
    label: 'Movies',
    types: ['movie'],
    upload: 'movie',
    rows: [
      { title: 'Recently Added Movies' },
      { title: 'Action', words: ['action'] },
      { title: 'Drama', words: ['drama'] },
      { title: 'Comedy', words: ['comedy'] },
    ],
    mine: 'My Movies',
    empty: { title: 'No Movies Available', text: 'Be the first to upload a movie!' },
    cardLikes: true,
  },
  'tv-shows': {
    path: '/tv-shows',
    label: 'TV shows',
    types: ['tv_show'],
    upload: 'show',
    rows: [
      { title: 'Recently Added TV Shows' },
      { title: 'Drama Series', words: ['drama'] },
      { title: 'Comedy Shows', words: ['comedy'] },
      { title: 'Sci-Fi & Fantasy', words: ['sci'] },
    ],
    mine: 'My TV Shows',
    empty: { title: 'No TV Shows Available', text: 'Be the first to upload a TV show!' },
    cardLikes: true,
  },
  talent: {
    path: '/talent',
    label: 'Talent',
    types: ['talent'],
    genreWord: 'talent',
    upload: 'talent',
    rows: [
      { title: 'New Talent' },
      { title: 'Dance', words: ['dance'] },
      { title: 'Singing', words: ['sing', 'vocal'] },
      { title: 'Comedy', words: ['comedy'] },
    ],
    mine: 'My Talent',
    empty: { title: 'No Talent Videos Yet', text: 'Show off your skills!' },
    cardLikes: false,
  },
  challenges: {
    path: '/challenges',
    label: 'Challenges',
    types: ['challenge'],
    genreWord: 'challenge',
    upload: 'challenge',
    rows: [
      { title: 'Recently Added Challenges' },
      { title: 'Acting', words: ['acting'] },
      { title: 'Directing', words: ['direct'] },
      { title: 'Editing', words: ['edit'] },
    ],
    mine: 'My Entries',
    empty: { title: 'No Challenge Videos Yet', text: 'Upload your first entry to kick things off!' },
    cardLikes: false,
  },
  live: {
    path: '/live',
    label: 'Live',
    types: ['live'],
    genreWord: 'live',
    upload: 'live',
    rows: [
      { title: 'Latest Live' },
      { title: 'Live Events', words: ['event'] },
      { title: 'Concerts', words: ['concert'] },
      { title: 'Esports & Gaming', words: ['esport', 'game', 'gaming'] },
    ],
    mine: 'My Live Videos',
    empty: { title: 'No Live Videos Yet', text: 'Stream something awesome!' },
    cardLikes: false,
  },
} as const satisfies Record<string, Category>

export type CategoryName = keyof typeof categories
export const categoryNames = Object.keys(categories) as CategoryName[]

export function categoryByName(name: CategoryName): Category {
  return categories[name]
}

/** Makes a URL slug from a row title: `Hip-Hop & Rap` becomes `hip-hop-rap`. */
export function slugifyCategoryRowTitle(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** The number of "Video of the Week" cards on the home page. */
export const spotlightCategories = ['music', 'shows', 'stories', 'talent', 'challenges'] as const
export type SpotlightCategory = (typeof spotlightCategories)[number]

/** Returns the category of a stored content type. The color of a video's badge depends on its category. */
export function categoryOfContentType(type: ContentType): CategoryName {
  return categoryNames.find((name) => categoryByName(name).types.includes(type))!
}
