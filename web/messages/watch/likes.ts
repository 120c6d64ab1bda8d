import { defineMessages, message } from '#i18n/define-messages.ts'
export const likeButtonMessages = defineMessages('watch/likes', {
  like: 'Like',
  liked: 'Liked',
  likes: message<{ count: number }>('{count, plural, one {like} other {likes}}'),
  /** Screen readers announce this text when the like button is pressed. */
  now: message<{ liked: boolean; count: number }>(
    '{liked, select, true {Liked} other {Like removed}}, {count, plural, one {# like} other {# likes}}',
  ),
  /** The accessible name of the like button on a card, because the button shows only a number. */
  onCard: message<{ mine: boolean; title: string; count: number }>(
    '{mine, select, true {Liked} other {Like}} {title}, {count}',
  ),
  /** Likes on movie and TV show cards are stored only in this browser (specification, section 3). */
  onDevice: 'Likes on this device',
  onDeviceNote:
    'Likes here are saved only on this device. To have your like counted, open the video and like it there.',
  signIn: 'Sign in to like videos',
  signInLink: 'Sign in',
  failed: "Couldn't update like",
})
