import { z } from 'zod'
import { defineMessages } from '#i18n/define-messages.ts'

/** The values of `content.content_type` (specification, section 1). */
export const contentTypes = [
  'music_video',
  'tv_show',
  'story',
  'talent',
  'challenge',
  'movie',
  'live',
] as const
export type ContentType = (typeof contentTypes)[number]
export const ContentType = z.enum(contentTypes)

/**
 * The names of content types in the upload form. The `movie` type is an addition, because the specification's
 * list does not contain it.
 */
export const uploadTypes = ['music', 'show', 'story', 'talent', 'challenge', 'live', 'movie'] as const
export type UploadType = (typeof uploadTypes)[number]
export const UploadType = z.enum(uploadTypes, 'content_type_unknown')

const contentTypeByUploadType: Record<UploadType, ContentType> = {
  music: 'music_video',
  show: 'tv_show',
  story: 'story',
  talent: 'talent',
  challenge: 'challenge',
  live: 'live',
  movie: 'movie',
}

export function toContentType(upload: UploadType): ContentType {
  return contentTypeByUploadType[upload]
}

export function toUploadType(type: ContentType): UploadType {
  return uploadTypes.find((upload) => contentTypeByUploadType[upload] === type)!
}

/** The labels on content type badges (specification, section 2). */
const contentTypeNames: Record<ContentType, string> = defineMessages('browse/content-types', {
  music_video: 'music video',
  tv_show: 'TV show',
  story: 'story',
  talent: 'talent',
  challenge: 'challenge',
  movie: 'movie',
  live: 'live',
})

export function contentTypeLabel(type: ContentType): string {
  return contentTypeNames[type]
}

/** `unlisted` videos do not appear in lists, but anyone with the link can watch them. */
export const visibilities = ['public', 'followers', 'unlisted', 'only_me'] as const
export type Visibility = (typeof visibilities)[number]
export const Visibility = z.enum(visibilities)

/**
 * Only the owner sees drafts and scheduled videos. The server publishes a scheduled video at the set time.
 */
export const publicationStates = ['draft', 'scheduled', 'published'] as const
export type PublicationState = (typeof publicationStates)[number]
export const PublicationState = z.enum(publicationStates)

/** Content ratings: suitable for everyone, or only for viewers aged 16 and over. */
export const contentRatings = ['all', '16'] as const
export type ContentRating = (typeof contentRatings)[number]
export const ContentRating = z.enum(contentRatings)
