import type { ContentType } from '#contract/content/content-types.ts'

/** The details dialog of a card. */
export const contentDetailsMessages = {
  play: 'Play',
  trailer: 'Trailer',
  trailerGone: 'The trailer cannot be played',
  trailerOn: (host: string) => `Trailer on ${host}`,
  uploaded: 'Uploaded',
  delete: 'Delete',
  askDelete: 'Delete this video?',
  whatGoes: (title: string) => `“${title}”, its likes and its comments will be gone for good.`,
  deleted: 'Content deleted',
  deleteFailed: 'Delete failed',
  /** 'Movie has been successfully deleted.' (specification, section 8), with the noun of each type. */
  deletedText: (type: ContentType) => `${contentTypeNouns[type]} has been successfully deleted.`,
}

const contentTypeNouns: Record<ContentType, string> = {
  movie: 'Movie',
  tv_show: 'TV show',
  music_video: 'Music video',
  story: 'Story',
  talent: 'Talent video',
  challenge: 'Challenge video',
  live: 'Live video',
}
