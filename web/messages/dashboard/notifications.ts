import { defineMessages, message } from '#i18n/define-messages.ts'
import { formatNotification } from './notification-sentences.ts'
import type { OptionalNotificationKind } from '#contract/notifications.ts'

const preferenceLabels: Record<OptionalNotificationKind, { label: string; hint: string }> = {
  upload_ready: { label: 'Upload ready', hint: 'When one of your videos is ready to watch.' },
  upload_failed: { label: 'Upload failed', hint: 'When one of your videos couldn’t be processed, and why.' },
  replacement_ready: {
    label: 'Video replaced',
    hint: 'When viewers start to see the new file for a video you’ve replaced.',
  },
  replacement_failed: {
    label: 'Replacement failed',
    hint: 'When a new file for a video couldn’t be used, and why. Viewers still see the current one.',
  },
  comment: { label: 'Comments', hint: 'When someone comments on your videos.' },
  reply: { label: 'Replies', hint: 'When someone replies to one of your comments.' },
  mention: { label: 'Mentions', hint: 'When someone mentions you in a comment.' },
  like: {
    label: 'Likes',
    hint: 'When people like your videos. Until you read the notification, new likes on the same video are added to it.',
  },
  export_ready: { label: 'Your data', hint: 'When the copy of your data is ready to download.' },
  turned_twenty: {
    label: 'Turning 20',
    hint: 'When your account becomes read-only, and how to download your data.',
  },
  follow_request: {
    label: 'Requests to follow you',
    hint: 'When someone asks to follow you. We don’t tell them if you decline.',
  },
  new_follower: { label: 'New followers', hint: 'When someone follows you.' },
  follow_approved: { label: 'Accepted requests', hint: 'When someone accepts your follow request.' },
  new_video: {
    label: 'New videos',
    hint: 'When someone you follow shares a new video, or a series has a new episode. Turn these notifications on with the bell on a profile or on a series page.',
  },
  broadcast_cancelled: {
    label: 'Cancelled broadcasts',
    hint: 'When a broadcast you’ve set a reminder for is cancelled.',
  },
  broadcast_rescheduled: {
    label: 'Rescheduled broadcasts',
    hint: 'When a broadcast you’ve set a reminder for has a new start time.',
  },
}

export const notificationMessages = defineMessages('dashboard/notifications', {
  title: 'Notifications',
  description: 'News about your account, your videos and your followers.',
  sentence: formatNotification,
  quote: message<{ text: string }>('“{text}”'),
  unread: 'Unread',
  settings: 'Settings',
  readAll: 'Mark all as read',
  readOne: message<{ sentence: string }>('Mark as read: {sentence}'),
  all: 'All notifications',
  older: 'Older notifications',
  newest: 'Newest notifications',
  end: 'No older notifications',
  loading: 'Loading…',
  failed: 'We couldn’t load your notifications.',
  retry: 'Try again',
  close: 'Close',
  none: {
    title: 'No notifications yet',
    text: 'When someone follows you, likes or comments on your videos, or replies to you, you’ll see it here. During your quiet hours, new notifications wait.',
    action: 'Upload a video',
  },
  /**
   * The interface text of the overview that shows where and when notifications arrive. The rows of the
   * overview have the same names as the sections below it.
   */
  overview: {
    title: 'How notifications reach you',
    rows: {
      bell: { name: 'In your bell', text: 'At the top of every page, as soon as something happens.' },
      push: {
        name: 'Push notifications',
        text: 'Messages that pop up on your phone or computer right away, even when this site is closed.',
      },
      email: { name: 'Weekly email', text: 'One summary in your inbox, every weekend.' },
      'quiet-hours': {
        name: 'Quiet hours',
        text: 'Nearly all of these notifications wait until your quiet hours are over.',
      },
    },
    alwaysOn: 'Always on',
    on: 'On',
    off: 'Off',
    unconfirmed: 'Confirm your email first',
    onDevices: message<{ count: number }>('{count, plural, one {On for # device} other {On for # devices}}'),
    nothingChosen: 'Nothing chosen yet',
    between: message<{ from: string; to: string }>('{from} to {to}'),
  },
  switches: {
    title: 'In your bell',
    text: 'The bell is at the top of every page. Choose what shows up in it.',
    ...preferenceLabels,
    save: 'Save bell settings',
  },
  /** This text is shown while quiet hours are on. */
  quietNow: {
    title: message<{ until: string }>('Quiet hours until {until}.'),
    text: 'New notifications wait until your quiet hours are over. News about your account or safety shows up here right away.',
    change: 'Change quiet hours',
  },
  quiet: {
    title: 'Quiet hours',
    on: {
      label: 'No notifications at night',
      hint: 'Between these times, your bell stays quiet, nothing pops up on your devices and no weekly email is sent. When quiet hours end, you get everything you missed. News about your account or safety still shows up in your bell right away.',
    },
    from: 'From',
    to: 'To',
    save: 'Save quiet hours',
    looser: 'This makes your quiet hours shorter.',
    yes: 'Change quiet hours',
    no: 'Keep as they are',
    time: 'See your watch time',
  },
  saved: { title: 'Saved', text: 'Notification settings saved' },
})
