export const words = {
  like: 'Like',
  liked: 'Liked',
  likes: (count: number) => (count === 1 ? 'like' : 'likes'),
  /** On a card, where the button shows only a number. */
  onCard: (mine: boolean, title: string, count: number) => `${mine ? 'Liked' : 'Like'} ${title}, ${count}`,
  signIn: 'Sign in to like videos',
  failed: "Couldn't update like",
}
