import { defineMessages, message } from '#i18n/define-messages.ts'
export const dashboardMessages = defineMessages('dashboard/dashboard', {
  title: 'Creator Dashboard',
  description: 'Your uploads and how they’re doing.',
  hey: message<{ name: string }>('Hey {name},'),
  next: 'what’s next?',
  quick: { music: 'Upload Music', show: 'Upload Show', story: 'Upload Story' },
  settings: 'Profile & settings',
  create: 'Create',
  /** The labels of the dashboard's tabs. */
  parts: {
    label: 'Dashboard sections',
    uploads: 'Uploads',
    profile: 'Profile',
    safety: 'Safety',
    account: 'Account',
  },

  /** This text is shown to people who have a generated username. */
  madeUp: message<{ username: string }>('We gave you the username @{username}.'),
  choose: 'Choose your own username',

  views: 'Views',
  viewsOver: message<{ days: number }>('Last {days} days'),
  viewsText:
    'Only you see these exact numbers. We count how often your videos were watched, but we don’t record who watched them.',

  suspended: 'Your account is suspended',
  suspendedUntil: message<{ when: string }>(
    'You can’t upload, comment, like or follow until {when}. You can still browse and watch.',
  ),
  suspendedForGood: 'You can still browse and watch, but you can’t upload, comment, like or follow.',
  suspendedText:
    'Read why we suspended your account, and appeal if you disagree. You can still download your data and delete your account.',
  muted: 'You can’t comment right now',
  mutedUntil: message<{ when: string }>('You can comment again from {when}. Everything else works as usual.'),
  why: 'See the reason and what you can do',

  leaving: 'Your account is scheduled for deletion',
  leavingText: 'Other people can no longer see your profile or videos.',
  leavingUntil: 'You can cancel the deletion until',
  leavingAfter: 'If you don’t cancel the deletion in time, we’ll permanently delete everything.',
  cancel: 'Cancel deletion',
  cancelled: 'Welcome back!',
  cancelledText: 'Your account won’t be deleted, and your profile and videos are visible again.',
  cancelFailed: 'Cancel failed',
})
