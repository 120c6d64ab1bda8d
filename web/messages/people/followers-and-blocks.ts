import { defineMessages, message } from '#i18n/define-messages.ts'
/**
 * The interface text for the block and mute menu, and for the lists of followers, blocked people and muted
 * people.
 */
export const followersAndBlocksMessages = defineMessages('people/followers-and-blocks', {
  more: message<{ username: string }>('More options for @{username}'),
  mute: 'Mute',
  unmute: 'Unmute',
  muted: message<{ username: string }>('@{username} is muted'),
  mutedText: 'You won’t see their videos any more, and their comments are hidden. We won’t tell them.',
  unmuted: message<{ username: string }>('@{username} is no longer muted'),
  block: 'Block',
  blockQuestion: message<{ username: string }>('Block @{username}?'),
  blockText:
    'You won’t see each other’s profiles, videos or comments, and you’ll stop following each other. We won’t tell them. You can unblock them later under “Blocked”.',
  blockConfirm: 'Block',
  keep: 'Cancel',
  blocked: message<{ username: string }>('@{username} is blocked'),

  approve: 'Approve',
  decline: 'Decline',
  approveOne: message<{ username: string }>('Approve the follow request from @{username}'),
  declineOne: message<{ username: string }>('Decline the follow request from @{username}'),

  people: {
    title: 'Followers and blocks',
    description: 'Your followers, the people you follow, and the people you’ve blocked or muted.',
    lists: 'Your lists',
    requests: 'Requests',
    followers: 'Followers',
    following: 'Following',
    blocked: 'Blocked',
    muted: 'Muted',
    hint: {
      requests:
        'People you approve can see what you share with followers. If you decline a request, we won’t tell the person who sent it.',
      followers: 'Only you can see this list and how many followers you have.',
      following:
        'Only you can see this list. If you press “Notify me”, that person’s new videos show up in your bell.',
      blocked:
        'You and the people on this list can’t see each other. If you unblock someone, you won’t automatically follow each other again.',
      muted:
        'You won’t see videos by people you’ve muted, and their comments are hidden. They don’t know that you’ve muted them.',
    },
    none: {
      requests: 'No follow requests',
      followers: 'No followers yet',
      following: 'You don’t follow anyone yet',
      blocked: 'You haven’t blocked anyone',
      muted: 'You haven’t muted anyone',
    },
    adult: '18+',
    adultHint: 'This person is 18 or 19.',
    waiting: 'Requested',
    remove: 'Remove',
    removeOne: message<{ username: string }>('Remove @{username} from your followers'),
    notify: 'Notify me',
    notifyOne: message<{ username: string }>('Notify me about new videos from @{username}'),
    stopNotifying: 'Stop notifying me',
    stopNotifyingOne: message<{ username: string }>('Stop notifying me about new videos from @{username}'),
    unfollow: 'Unfollow',
    unfollowOne: message<{ username: string }>('Unfollow @{username}'),
    takeBack: 'Cancel request',
    takeBackOne: message<{ username: string }>('Cancel request to follow @{username}'),
    unblock: 'Unblock',
    unblockOne: message<{ username: string }>('Unblock @{username}'),
    unmuteOne: message<{ username: string }>('Unmute @{username}'),
    next: 'Next page',
    first: 'Back to the first page',
  },
  card: {
    title: 'People',
    text: 'Your followers, follow requests, the people you follow, and the people you’ve blocked or muted. Only you can see these lists.',
    followers: 'Followers and requests',
    apart: 'Blocked and muted',
  },
})
