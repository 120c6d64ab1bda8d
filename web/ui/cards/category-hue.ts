/** The seven categories, named after their pages. Each category has its own colour (styles/tokens.css). */
export type CategoryHue = 'music' | 'shows' | 'stories' | 'movies' | 'talent' | 'challenges' | 'live'

/**
 * Returns the category to which a content type or upload type belongs. If the type is unknown, returns the
 * music category.
 */
export function getCategoryHue(contentType: string): CategoryHue {
  return hueByType[contentType] ?? 'music'
}

const hueByType: Record<string, CategoryHue> = {
  music_video: 'music',
  music: 'music',
  tv_show: 'shows',
  show: 'shows',
  shows: 'shows',
  story: 'stories',
  stories: 'stories',
  movie: 'movies',
  movies: 'movies',
  talent: 'talent',
  challenge: 'challenges',
  challenges: 'challenges',
  live: 'live',
}
