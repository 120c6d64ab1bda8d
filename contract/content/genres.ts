import type { UploadType } from './content-types.ts'

/** The specification's lists (section 3; movies by ruling 2), unchanged. */
const specifiedGenres = {
  music: ['Hip-Hop', 'Pop', 'R&B', 'Gospel', 'Country', 'Afrobeats', 'Latin', 'Electronic'],
  show: ['Comedy', 'Drama', 'Reality', 'Docuseries', 'News', 'Kids', 'Sports'],
  story: ['Mystery', 'Horror', 'Adventure', 'Romance', 'Comedy', 'Sci-Fi', 'Fantasy'],
  talent: ['Dance', 'Singing', 'Acting', 'Beatbox', 'Comedy', 'Magic', 'Other'],
  challenge: ['Dance', 'Prank', 'Fitness', 'Food', 'Trend', 'Other'],
  live: ['Music', 'Talk', 'Gaming', 'IRL', 'Sports', 'Other'],
  movie: ['Action', 'Drama', 'Comedy', 'Romance', 'Horror', 'Sci-Fi', 'Documentary', 'Other'],
} as const satisfies Record<UploadType, readonly string[]>

/** Genres per upload type, as the form offers them: after the specification's, those that rows of the category pages need (ruling 34). Stored in lower case. */
export const genres = {
  ...specifiedGenres,
  show: [...specifiedGenres.show, 'Sci-Fi'],
  story: [...specifiedGenres.story, 'Drama'],
  challenge: [...specifiedGenres.challenge, 'Acting', 'Directing', 'Editing'],
  live: [...specifiedGenres.live, 'Events', 'Concerts'],
} as const satisfies Record<UploadType, readonly string[]>

/** How a stored genre is written for people: `r&b` is `R&B`. A genre no list knows is shown as it is. */
export function genreLabel(stored: string): string {
  for (const list of Object.values(genres))
    for (const label of list) if (label.toLowerCase() === stored.toLowerCase()) return label
  return stored
}

/** True when the genre stands in the list of its type, in any case. No genre is always fine. */
export function isGenreAllowedFor(type: UploadType, genre: string): boolean {
  return genre === '' || genres[type].some((label) => label.toLowerCase() === genre.toLowerCase())
}
