/** Paginated lists of videos. */
export const videoListMessages = {
  seeAll: 'See all',
  seeAllOf: (title: string) => `See all: ${title}`,
  description: (title: string) => `All videos in ${title}, newest first.`,
  backTo: (label: string) => `Back to ${label}`,
  home: 'Home',
  none: 'Nothing here yet',
  more: 'More videos',
  newest: 'Newest videos',
  older: 'Older videos',
  caughtUp: 'You’re all caught up',
}
