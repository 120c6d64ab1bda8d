import { defineMessages, message } from '#i18n/define-messages.ts'
export const creatorPageMessages = defineMessages('people/creator-page', {
  videosBy: message<{ name: string }>('Videos by {name}.'),
  nobody: 'Creator',
  private: 'This profile is private',
  report: message<{ username: string }>('Report @{username}'),
  playlists: 'Playlists',
  videos: 'Videos',
  none: 'No videos yet',
  muted: message<{ username: string }>('You’ve muted @{username}'),
  mutedText:
    'You won’t see this person’s videos until you unmute them. They don’t know that you’ve muted them.',
  unmute: 'Unmute',
  notFound: 'Creator not found',
  notFoundText: "We couldn't find that username",
  goHome: 'Go home',
})
