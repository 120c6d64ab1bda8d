import { defineMessages, message } from '#i18n/define-messages.ts'
import type { ContentType } from '#contract/content/content-types.ts'

/** The interface text of the dialog that opens when the details button of a video card is pressed. */
export const contentDetailsMessages = defineMessages('watch/content-details', {
  play: 'Play',
  trailer: 'Trailer',
  trailerGone: 'This trailer can’t be played',
  trailerOn: message<{ host: string }>('Trailer on {host}'),
  uploaded: 'Uploaded',
  delete: 'Delete',
  askDelete: 'Delete this video?',
  whatGoes: message<{ title: string }>('“{title}” will be permanently deleted, with its likes and comments.'),
  deleted: 'Content deleted',
  deleteFailed: 'Delete failed',
  /**
   * The message after a deletion, for example 'Movie has been successfully deleted.' (specification, section
   * 8).
   */
  deletedText: message<{ type: ContentType }>(
    '{type, select, movie {Movie} tv_show {TV show} music_video {Music video} story {Story} talent {Talent video} challenge {Challenge video} other {Live video}} has been successfully deleted.',
  ),
})
