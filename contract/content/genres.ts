import { defineMessages } from '#i18n/define-messages.ts'
import type { UploadType } from './content-types.ts'

/**
 * The genre lists of the specification (section 3). The list for movies is an addition, because the
 * specification has none.
 */
const specifiedGenres = {
  music: ['Hip-Hop', 'Pop', 'R&B', 'Gospel', 'Country', 'Afrobeats', 'Latin', 'Electronic'],
  show: ['Comedy', 'Drama', 'Reality', 'Docuseries', 'News', 'Kids', 'Sports'],
  story: ['Mystery', 'Horror', 'Adventure', 'Romance', 'Comedy', 'Sci-Fi', 'Fantasy'],
  talent: ['Dance', 'Singing', 'Acting', 'Beatbox', 'Comedy', 'Magic', 'Other'],
  challenge: ['Dance', 'Prank', 'Fitness', 'Food', 'Trend', 'Other'],
  live: ['Music', 'Talk', 'Gaming', 'IRL', 'Sports', 'Other'],
  movie: ['Action', 'Drama', 'Comedy', 'Romance', 'Horror', 'Sci-Fi', 'Documentary', 'Other'],
} as const satisfies Record<UploadType, readonly string[]>

/**
 * Genres by upload type, in the order of the upload form. The specification's genres come first, followed by
 * additional genres for the rows of the category pages. Genres are stored in lower case.
 */
export const genres = {
  ...specifiedGenres,
  show: [...specifiedGenres.show, 'Sci-Fi'],
  story: [...specifiedGenres.story, 'Drama'],
  challenge: [...specifiedGenres.challenge, 'Acting', 'Directing', 'Editing'],
  live: [...specifiedGenres.live, 'Events', 'Concerts'],
} as const satisfies Record<UploadType, readonly string[]>

/** The genres that the upload form offers, by their stored name. */
const genreNames: Record<string, string> = defineMessages('browse/genres', {
  'hip-hop': 'Hip-Hop',
  pop: 'Pop',
  'r&b': 'R&B',
  gospel: 'Gospel',
  country: 'Country',
  afrobeats: 'Afrobeats',
  latin: 'Latin',
  electronic: 'Electronic',
  comedy: 'Comedy',
  drama: 'Drama',
  reality: 'Reality',
  docuseries: 'Docuseries',
  news: 'News',
  kids: 'Kids',
  sports: 'Sports',
  mystery: 'Mystery',
  horror: 'Horror',
  adventure: 'Adventure',
  romance: 'Romance',
  'sci-fi': 'Sci-Fi',
  fantasy: 'Fantasy',
  dance: 'Dance',
  singing: 'Singing',
  acting: 'Acting',
  beatbox: 'Beatbox',
  magic: 'Magic',
  directing: 'Directing',
  editing: 'Editing',
  events: 'Events',
  concerts: 'Concerts',
  other: 'Other',
  prank: 'Prank',
  fitness: 'Fitness',
  food: 'Food',
  trend: 'Trend',
  music: 'Music',
  talk: 'Talk',
  gaming: 'Gaming',
  irl: 'IRL',
  action: 'Action',
  documentary: 'Documentary',
})

/**
 * Returns the display name of a genre in the current language: in English, `r&b` becomes `R&B`. Unknown genres are
 * returned unchanged.
 */
export function genreLabel(genre: string): string {
  const stored = genre.toLowerCase()
  return Object.hasOwn(genreNames, stored) ? genreNames[stored]! : genre
}

/** Returns the genre as the upload form sends it: `r&b` becomes `R&B`. Unknown genres are returned unchanged. */
export function genreFormValue(stored: string): string {
  for (const list of Object.values(genres))
    for (const label of list) if (label.toLowerCase() === stored.toLowerCase()) return label
  return stored
}

/**
 * Whether the upload form offers this genre for the upload type. The comparison ignores case. An empty genre
 * is always allowed.
 */
export function isGenreAllowedForUploadType(type: UploadType, genre: string): boolean {
  return genre === '' || genres[type].some((label) => label.toLowerCase() === genre.toLowerCase())
}
