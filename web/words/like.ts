export const words = {
  like: 'Like',
  liked: 'Liked',
  likes,
  /** Said to a screen reader after a press. */
  now: (liked: boolean, count: number) => `${liked ? 'Liked' : 'Not liked'}, ${count} ${likes(count)}`,
  /** On a card, where the button shows only a number. */
  onCard: (mine: boolean, title: string, count: number) => `${mine ? 'Liked' : 'Like'} ${title}, ${count}`,
  signIn: 'Sign in to like videos',
  signInLink: 'Sign in',
  failed: "Couldn't update like",
}

function likes(count: number): string {
  return count === 1 ? 'like' : 'likes'
}
