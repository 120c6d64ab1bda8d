export const words = {
  videosBy: (name: string) => `Videos by ${name}.`,
  nobody: 'Creator',
  private: 'This profile is private',
  report: (username: string) => `Report @${username}`,
  videos: 'Videos',
  none: 'No videos yet',
  loading: 'Loading…',
  notFound: 'Creator not found',
  notFoundText: "We couldn't find that username",
  goHome: 'Go home',
}
