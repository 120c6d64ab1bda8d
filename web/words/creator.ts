export const words = {
  videosBy: (name: string) => `Videos by ${name}.`,
  nobody: 'Creator',
  private: 'This profile is private',
  videos: 'Videos',
  none: 'No videos yet',
  more: 'More videos',
  newest: 'Newest videos',
  older: 'Older videos',
  loading: 'Loading…',
  notFound: 'Creator not found',
  notFoundText: "We couldn't find that username",
  goHome: 'Go home',
}
