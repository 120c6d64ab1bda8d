/** The seven categories, by the name of their page; each owns a hue (styles/tokens.css). */
export type CategoryHue = 'music' | 'shows' | 'stories' | 'movies' | 'talent' | 'challenges' | 'live'

/** The category a content type or an upload name belongs to; movies have their own, anything unknown is music. */
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
