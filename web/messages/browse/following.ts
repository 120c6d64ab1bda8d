import { defineMessages, message } from '#i18n/define-messages.ts'
/** The interface text of the page with the newest videos by the creators that the viewer follows. */
export const followingMessages = defineMessages('browse/following', {
  title: 'Following',
  description: 'The newest videos by the creators you follow.',
  people: 'People you follow',
  videos: 'Videos by people you follow',
  showMore: 'Show more',
  newest: 'Newest videos',
  loaded: message<{ count: number }>('{count, plural, one {# more video} other {# more videos}}'),
  failed: 'We couldn’t load more videos',
  caughtUp: 'You’re all caught up',
  caughtUpText: 'That’s every video by the people you follow.',
  signedOut: {
    title: 'Sign in to see videos by people you follow',
    text: 'New videos by the people you follow appear here, newest first.',
    signIn: 'Sign In',
    join: 'Join Free',
  },
  followsNobody: {
    title: 'You don’t follow anyone yet',
    text: 'Follow creators you like, and their new videos appear here.',
    charts: 'See the Teen Charts',
  },
  onlyRequests: {
    title: 'No one has accepted your follow requests yet',
    text: 'When someone accepts your follow request, their videos appear here.',
  },
  noVideos: {
    title: 'No videos yet',
    text: 'The people you follow haven’t shared any videos that you can watch.',
  },
  suggestions: 'Creators on the Teen Charts',
  suggestedFor: message<{ title: string }>('Known for “{title}”'),
})
