import { defineMessages } from '#i18n/define-messages.ts'
import type { UploadType } from '../content/content-types.ts'

/** The names of upload types in the text about the maximum size. The specification writes the English ones like the values. */
export const uploadTypeNames: Record<UploadType, string> = defineMessages('browse/upload-types', {
  music: 'music',
  show: 'show',
  story: 'story',
  talent: 'talent',
  challenge: 'challenge',
  live: 'live',
  movie: 'movie',
})
