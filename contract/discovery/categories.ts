import { defineMessages } from '#i18n/define-messages.ts'
import type { ContentType, UploadType } from '../content/content-types.ts'

/**
 * A row of videos on a category page. A row with `words` contains the items whose genre includes one of these
 * words. A row without `words` contains the newest items of all genres.
 */
interface RowRule {
  /** The part of the row's URL, which is the same in every language. */
  slug: string
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
  /** The row with the viewer's own items. */
  mine: { slug: string; title: string }
  empty: { title: string; text: string }
  /**
   * Whether the category's cards have a like button with a like count. Only movie and TV show cards have a
   * like button.
   */
  cardLikes: boolean
}

/** The eight category pages (specification, section 2, table "Category pages"). */
export const categories = defineMessages(
  'browse/categories',
  {
    music: {
      path: '/music',
      label: 'Music',
      types: ['music_video'],
      genreWord: 'music',
      upload: 'music',
      rows: [
        { slug: 'recently-added-music', title: 'Recently Added Music' },
        { slug: 'hip-hop-rap', title: 'Hip-Hop & Rap', words: ['hip'] },
        { slug: 'r-b-soul', title: 'R&B / Soul', words: ['r&b', 'soul'] },
        { slug: 'pop', title: 'Pop', words: ['pop'] },
      ],
      mine: { slug: 'my-music', title: 'My Music' },
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
        { slug: 'recently-added-shows', title: 'Recently Added Shows' },
        { slug: 'drama-series', title: 'Drama Series', words: ['drama'] },
        { slug: 'comedy-series', title: 'Comedy Series', words: ['comedy'] },
        { slug: 'reality-unscripted', title: 'Reality & Unscripted', words: ['reality', 'unscripted'] },
      ],
      mine: { slug: 'my-shows', title: 'My Shows' },
      empty: { title: 'No Shows Yet', text: 'Be the first to upload a show!' },
      cardLikes: false,
    },
    stories: {
      path: '/stories',
      label: 'Stories',
      types: ['story'],
      upload: 'story',
      rows: [
        { slug: 'recently-added-stories', title: 'Recently Added Stories' },
        { slug: 'mystery-thriller', title: 'Mystery & Thriller', words: ['mystery', 'thriller'] },
        { slug: 'drama', title: 'Drama', words: ['drama'] },
        { slug: 'comedy', title: 'Comedy', words: ['comedy'] },
      ],
      mine: { slug: 'my-stories', title: 'My Stories' },
      empty: { title: 'No Stories Available', text: 'Got one to tell? Be the first to upload a story!' },
      cardLikes: false,
    },
    movies: {
      path: '/movies',
      label: 'Movies',
      types: ['movie'],
      upload: 'movie',
      rows: [
        { slug: 'recently-added-movies', title: 'Recently Added Movies' },
        { slug: 'action', title: 'Action', words: ['action'] },
        { slug: 'drama', title: 'Drama', words: ['drama'] },
        { slug: 'comedy', title: 'Comedy', words: ['comedy'] },
      ],
      mine: { slug: 'my-movies', title: 'My Movies' },
      empty: { title: 'No Movies Available', text: 'Be the first to upload a movie!' },
      cardLikes: true,
    },
    'tv-shows': {
      path: '/tv-shows',
      label: 'TV shows',
      types: ['tv_show'],
      upload: 'show',
      rows: [
        { slug: 'recently-added-tv-shows', title: 'Recently Added TV Shows' },
        { slug: 'drama-series', title: 'Drama Series', words: ['drama'] },
        { slug: 'comedy-shows', title: 'Comedy Shows', words: ['comedy'] },
        { slug: 'sci-fi-fantasy', title: 'Sci-Fi & Fantasy', words: ['sci'] },
      ],
      mine: { slug: 'my-tv-shows', title: 'My TV Shows' },
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
        { slug: 'new-talent', title: 'New Talent' },
        { slug: 'dance', title: 'Dance', words: ['dance'] },
        { slug: 'singing', title: 'Singing', words: ['sing', 'vocal'] },
        { slug: 'comedy', title: 'Comedy', words: ['comedy'] },
      ],
      mine: { slug: 'my-talent', title: 'My Talent' },
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
        { slug: 'recently-added-challenges', title: 'Recently Added Challenges' },
        { slug: 'acting', title: 'Acting', words: ['acting'] },
        { slug: 'directing', title: 'Directing', words: ['direct'] },
        { slug: 'editing', title: 'Editing', words: ['edit'] },
      ],
      mine: { slug: 'my-entries', title: 'My Entries' },
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
        { slug: 'latest-live', title: 'Latest Live' },
        { slug: 'live-events', title: 'Live Events', words: ['event'] },
        { slug: 'concerts', title: 'Concerts', words: ['concert'] },
        { slug: 'esports-gaming', title: 'Esports & Gaming', words: ['esport', 'game', 'gaming'] },
      ],
      mine: { slug: 'my-live-videos', title: 'My Live Videos' },
      empty: { title: 'No Live Videos Yet', text: 'Stream something awesome!' },
      cardLikes: false,
    },
  } as const satisfies Record<string, Category>,
  ['path', 'types', 'genreWord', 'upload', 'words', 'slug'],
)

export type CategoryName = keyof typeof categories
export const categoryNames = Object.keys(categories) as CategoryName[]

export function categoryByName(name: CategoryName): Category {
  return categories[name]
}

/** The number of "Video of the Week" cards on the home page. */
export const spotlightCategories = ['music', 'shows', 'stories', 'talent', 'challenges'] as const
export type SpotlightCategory = (typeof spotlightCategories)[number]

/** Returns the category of a stored content type. The color of a video's badge depends on its category. */
export function categoryOfContentType(type: ContentType): CategoryName {
  return categoryNames.find((name) => categoryByName(name).types.includes(type))!
}
