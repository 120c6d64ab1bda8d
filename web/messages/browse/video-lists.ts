import { defineMessages, message } from '#i18n/define-messages.ts'
/** Paginated lists of videos. */
export const videoListMessages = defineMessages('browse/video-lists', {
  seeAll: 'See all',
  seeAllOf: message<{ title: string }>('See all: {title}'),
  description: message<{ title: string }>('All videos in {title}, newest first.'),
  backTo: message<{ label: string }>('Back to {label}'),
  home: 'Home',
  none: 'Nothing here yet',
  more: 'More videos',
  newest: 'Newest videos',
  older: 'Older videos',
  caughtUp: 'You’re all caught up',
})
