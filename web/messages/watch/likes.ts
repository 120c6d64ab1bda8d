export const likeMessages = {
  like: 'Like',
  liked: 'Liked',
  likes: pluralizeLikes,
  /** Announced to screen readers after a press. */
  now: (liked: boolean, count: number) =>
    `${liked ? 'Liked' : 'Not liked'}, ${count} ${pluralizeLikes(count)}`,
  /** On a card, where the button shows only a number. */
  onCard: (mine: boolean, title: string, count: number) => `${mine ? 'Liked' : 'Like'} ${title}, ${count}`,
  /** Likes on cards of movies and TV shows stay in this browser (specification, section 3). */
  onDevice: 'Likes on this device',
  onDeviceNote: 'Likes on these cards stay on this device. Open a video to like it for everyone to see.',
  signIn: 'Sign in to like videos',
  signInLink: 'Sign in',
  failed: "Couldn't update like",
}

function pluralizeLikes(count: number): string {
  return count === 1 ? 'like' : 'likes'
}
