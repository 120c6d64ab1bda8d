import { defineMessages, message } from '#i18n/define-messages.ts'

/** The viewer count of a broadcast. */
export const broadcastViewerMessages = defineMessages('watch/broadcast-viewers', {
  /** Viewers see a rounded number. */
  rounded: message<{ viewers: number }>('{viewers, number}+ watching'),
  /** The creator and staff see the exact number. */
  exact: message<{ viewers: number }>('{viewers, plural, one {# person} other {# people}} watching'),
})
