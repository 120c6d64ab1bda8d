import type { ContentType } from '#contract/kinds.ts'

const nouns: Record<ContentType, string> = {
  movie: 'Movie',
  tv_show: 'TV show',
  music_video: 'Music video',
  story: 'Story',
  talent: 'Talent video',
  challenge: 'Challenge video',
  live: 'Live video',
}

/** 'Movie has been successfully deleted.' (specification, section 8), in the word of each type. */
export function deletedText(type: ContentType): string {
  return `${nouns[type]} has been successfully deleted.`
}
