import type { Notification, NotificationKind, OptionalNotificationKind } from '#contract/notifications.ts'

/** "ada", "ada and ben", "ada, ben and cleo", "ada, ben and 3 others". */
function formatActors({
  actors,
  actors_count: count,
}: Pick<Notification, 'actors' | 'actors_count'>): string {
  const names = actors.map(({ username }) => username)
  if (count > names.length) return `${names.slice(0, 2).join(', ')} and ${count - 2} others`
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

function formatContentTitle({ content }: Notification): string {
  return `“${content?.title ?? ''}”`
}

/** Names the item if there is one: people with several would worry about the wrong one. */
function formatDecisions({ decisions }: Notification): string {
  const [only] = decisions
  if (!only) return 'We made a decision about you or what you posted'
  if (decisions.length > 1) return `We made ${decisions.length} decisions about you or what you posted`
  if (only.subject === 'profile') return 'We made a decision about your account'
  const text = [...only.about]
  const short = text.length > 60 ? `${text.slice(0, 60).join('')}…` : only.about
  return only.subject === 'comment'
    ? `We made a decision about your comment “${short}”`
    : `We made a decision about “${short}”`
}

const sentenceByKind: Record<NotificationKind, (entry: Notification) => string> = {
  upload_ready: (entry) => `${formatContentTitle(entry)} is ready to watch`,
  upload_failed: (entry) => `${formatContentTitle(entry)} could not be made ready`,
  comment: (entry) => `${formatActors(entry)} commented on ${formatContentTitle(entry)}`,
  like: (entry) => `${formatActors(entry)} liked ${formatContentTitle(entry)}`,
  decision: formatDecisions,
  export_ready: () => 'The copy of your data is ready to download',
  turned_twenty: () => 'You are 20 now: your account can be read, but not post. Take your things along',
  follow_request: (entry) => `${formatActors(entry)}${entry.adult ? ' (18+)' : ''} wants to follow you`,
  new_follower: (entry) => `${formatActors(entry)} ${entry.actors_count > 1 ? 'follow' : 'follows'} you now`,
  follow_approved: (entry) => `${formatActors(entry)} lets you follow them`,
}

const preferenceLabels: Record<OptionalNotificationKind, { label: string; hint: string }> = {
  upload_ready: { label: 'Upload ready', hint: 'When a video of yours can be watched.' },
  upload_failed: { label: 'Upload failed', hint: 'When something is wrong with a file, and what.' },
  comment: { label: 'Comments', hint: 'When somebody comments on your videos.' },
  like: { label: 'Likes', hint: 'Gathered: one line per video until you have read it.' },
  export_ready: { label: 'Your data', hint: 'When the copy you asked for can be downloaded.' },
  turned_twenty: {
    label: 'Turning 20',
    hint: 'When your time here is over, and how to take your things along.',
  },
  follow_request: {
    label: 'Requests to follow you',
    hint: 'When someone asks. We don’t tell them if you decline.',
  },
  new_follower: { label: 'New followers', hint: 'When somebody follows you.' },
  follow_approved: { label: 'Accepted requests', hint: 'When someone you asked lets you follow them.' },
}

export const notificationMessages = {
  title: 'Notifications',
  description: 'What happened around you and your videos.',
  sentence: (entry: Notification) => sentenceByKind[entry.kind](entry),
  quote: (text: string) => `“${text}”`,
  unread: 'Unread',
  readAll: 'Mark all as read',
  readOne: (sentence: string) => `Mark as read: ${sentence}`,
  all: 'All notifications',
  older: 'Older notifications',
  newest: 'Newest notifications',
  end: 'You’re all caught up',
  loading: 'Loading…',
  failed: 'Could not load your notifications.',
  retry: 'Try again',
  close: 'Close',
  none: {
    title: 'Nothing yet',
    text: 'When somebody follows you, or likes or comments on your videos, the bell rings.',
    action: 'Upload something',
  },
  switches: { title: 'Notify me about', ...preferenceLabels, save: 'Save' },
  quiet: {
    title: 'Quiet hours',
    on: {
      label: 'No notifications at night',
      hint: 'You get everything at once when they end. News about your account or safety always comes through.',
    },
    from: 'From',
    to: 'To',
    save: 'Save quiet hours',
    looser: 'Your quiet hours will be shorter than now.',
    yes: 'Change it',
    no: 'Leave it',
    time: 'How long you have watched',
  },
  saved: { title: 'Saved', text: 'Notification settings saved' },
}
