export const dashboardMessages = {
  title: 'Creator Dashboard',
  description: 'Your uploads and how they do.',
  hey: (name: string) => `Hey ${name},`,
  next: 'what’s next?',
  quick: { music: 'Upload Music', show: 'Upload Show', story: 'Upload Story' },
  settings: 'Profile & settings',
  create: 'Create',
  /** Shown one at a time on phones. */
  parts: {
    label: 'Dashboard sections',
    uploads: 'Uploads',
    profile: 'Profile',
    safety: 'Safety',
    account: 'Account',
  },

  /** For an account with a generated username. */
  madeUp: (username: string) => `For now you are @${username}: we made that name up.`,
  choose: 'Choose your own',

  views: 'Views',
  viewsOver: (days: number) => `Last ${days} days`,
  viewsText:
    'These exact numbers are only for you. We count how often your videos were watched, never who watched.',

  suspended: 'Your account is suspended',
  suspendedUntil: (when: string) =>
    `Until ${when} you can look around, but not upload, comment, like or follow.`,
  suspendedForGood: 'You can look around, but not upload, comment, like or follow.',
  suspendedText:
    'Read why, and ask for a second look if you see it differently. Your data and the deletion of your account stay open to you.',
  muted: 'You can’t comment for a while',
  mutedUntil: (when: string) => `You can again from ${when}. Everything else is as ever.`,
  why: 'Why, and what you can do',

  leaving: 'Your account is scheduled for deletion',
  leavingText: 'Nobody else can see you or your videos any more. Until',
  leavingAfter: 'you can still change your mind. After that everything is erased for good.',
  cancel: 'Cancel deletion',
  cancelled: 'Welcome back!',
  cancelledText: 'Your account stays, and everything is visible again.',
  cancelFailed: 'Cancel failed',
}
