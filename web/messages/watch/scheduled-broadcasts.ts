import { defineMessages, message } from '#i18n/define-messages.ts'

/** The interface text of scheduled broadcasts. */
export const scheduledBroadcastMessages = defineMessages('watch/scheduled-broadcasts', {
  comingUp: 'Coming up',
  startsAt: message<{ time: string }>('Live on {time}'),
  countdown: {
    days: message<{ days: number }>('Starts in {days, plural, one {# day} other {# days}}'),
    time: message<{ time: string }>('Starts in {time}'),
    soon: 'Starting soon',
  },
  reminder: {
    add: 'Remind me',
    remove: 'Remove reminder',
    added: 'We’ll notify you when it starts.',
    removed: 'Reminder removed',
    signIn: 'Sign in to get a reminder',
  },
  own: {
    title: 'Your scheduled broadcasts',
    start: 'Go live now',
    reschedule: 'Reschedule',
    save: 'Save new time',
    keepTime: 'Keep current time',
    rescheduled: 'New time saved',
    cancel: 'Cancel broadcast',
    cancelled: 'Broadcast cancelled',
    cancelDialog: {
      title: 'Cancel this broadcast?',
      text: 'Its page and comments will be deleted. People who set a reminder will be told that it’s cancelled.',
      confirm: 'Cancel broadcast',
      keep: 'Keep it',
    },
  },
  schedule: {
    title: 'Schedule a broadcast',
    intro: message<{ hours: number }>(
      'Your broadcast gets its own page with a countdown right away. When it’s time, you start it yourself. If you don’t start it within {hours, plural, one {# hour} other {# hours}}, it’s deleted.',
    ),
    open: 'Schedule for later',
    time: 'Date and time',
    hint: message<{ zone: string }>('Between 15 minutes and 30 days from now, in your time zone ({zone})'),
    missing: 'Choose a date and time.',
    missingTitle: 'To schedule your broadcast, add a title.',
    submit: 'Schedule broadcast',
  },
  absent: {
    cancelled: {
      title: 'This broadcast was cancelled',
      text: message<{ title: string }>('“{title}” won’t take place.'),
    },
    not_started: {
      title: 'This broadcast didn’t take place',
      text: message<{ title: string }>('“{title}” wasn’t started in time.'),
    },
    others: 'See other broadcasts',
  },
  ready: message<{ title: string }>('You’re about to start “{title}”.'),
})
