import { defineMessages } from '#i18n/define-messages.ts'
import type { UploadType } from '../content/content-types.ts'

/**
 * The names of upload types, as they appear in the text about the maximum file size. In the specification,
 * the English names are the same as the stored values.
 */
export const uploadTypeNames: Record<UploadType, string> = defineMessages('browse/upload-types', {
  music: 'music',
  show: 'show',
  story: 'story',
  talent: 'talent',
  challenge: 'challenge',
  live: 'live',
  movie: 'movie',
})
