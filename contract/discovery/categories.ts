import { defineMessages } from '#i18n/define-messages.ts'
import type { ContentType, UploadType } from '../content/content-types.ts'

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
  /**
   * Whether the cards on the category page have a like button with a like count. Only movie and TV show cards
   * have a like button.
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
      cardLikes: false,
    },
    shows: {
      path: '/shows',
      label: 'Shows',
      types: ['tv_show'],
      genreWord: 'show',
      upload: 'show',
      cardLikes: false,
    },
    stories: {
      path: '/stories',
      label: 'Stories',
      types: ['story'],
      upload: 'story',
      cardLikes: false,
    },
    movies: {
      path: '/movies',
      label: 'Movies',
      types: ['movie'],
      upload: 'movie',
      cardLikes: true,
    },
    'tv-shows': {
      path: '/tv-shows',
      label: 'TV shows',
      types: ['tv_show'],
      upload: 'show',
      cardLikes: true,
    },
    talent: {
      path: '/talent',
      label: 'Talent',
      types: ['talent'],
      genreWord: 'talent',
      upload: 'talent',
      cardLikes: false,
    },
    challenges: {
      path: '/challenges',
      label: 'Challenges',
      types: ['challenge'],
      genreWord: 'challenge',
      upload: 'challenge',
      cardLikes: false,
    },
    live: {
      path: '/live',
      label: 'Live',
      types: ['live'],
      genreWord: 'live',
      upload: 'live',
      cardLikes: false,
    },
  } as const satisfies Record<string, Category>,
  ['path', 'types', 'genreWord', 'upload'],
)

export type CategoryName = keyof typeof categories
export const categoryNames = Object.keys(categories) as CategoryName[]

export function getCategoryByName(name: CategoryName): Category {
  return categories[name]
}

/** The number of "Video of the Week" cards on the home page. */
export const spotlightCategories = ['music', 'shows', 'stories', 'talent', 'challenges'] as const
export type SpotlightCategory = (typeof spotlightCategories)[number]

/** Returns the category of a stored content type. The color of a video's badge depends on its category. */
export function getCategoryForContentType(type: ContentType): CategoryName {
  return categoryNames.find((name) => getCategoryByName(name).types.includes(type))!
}
