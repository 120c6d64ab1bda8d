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

/**
 * Returns the genre as the upload form sends it: `r&b` becomes `R&B`. Unknown genres are returned unchanged.
 */
export function toGenreFormValue(stored: string): string {
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
