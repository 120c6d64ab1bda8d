import { defineMessages } from '#i18n/define-messages.ts'

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
 * Returns the display name of a genre in the current language: in English, `r&b` becomes `R&B`. Unknown
 * genres are returned unchanged.
 */
export function genreLabel(genre: string): string {
  const stored = genre.toLowerCase()
  return Object.hasOwn(genreNames, stored) ? genreNames[stored]! : genre
}
