import { defineMessages, message } from '#i18n/define-messages.ts'

/** The interface text of announced broadcasts. */
export const scheduledBroadcastMessages = defineMessages('watch/scheduled-broadcasts', {
  comingUp: 'Coming up',
  startsAt: message<{ time: string }>('Live on {time}'),
  countdown: {
    days: message<{ days: number }>('Starts in {days, plural, one {# day} other {# days}}'),
    time: message<{ time: string }>('Starts in {time}'),
    soon: 'Starting soon',
  },
  remind: {
    on: 'Remind me',
    off: 'Don’t remind me',
    added: 'We’ll notify you when it starts.',
    removed: 'Reminder removed',
    signIn: 'Sign in to get a reminder',
  },
  own: {
    title: 'Your planned broadcasts',
    start: 'Go live now',
    change: 'Change time',
    save: 'Save time',
    changed: 'Time changed',
    cancel: 'Cancel broadcast',
    cancelled: 'Broadcast cancelled',
    dialog: {
      title: 'Cancel this broadcast?',
      text: 'Its page is deleted, with its comments. People who wanted a reminder don’t get one.',
      confirm: 'Cancel broadcast',
      keep: 'Keep it',
    },
  },
  plan: {
    title: 'Plan a broadcast',
    intro: 'Your broadcast gets a page with a countdown now. You start it yourself when it’s time.',
    open: 'Plan for later',
    time: 'Date and time',
    hint: message<{ zone: string }>('From 15 minutes to 30 days from now, in your time zone ({zone})'),
    missing: 'Choose a date and time.',
    submit: 'Plan broadcast',
  },
  gone: {
    title: 'This broadcast was cancelled',
    text: message<{ title: string }>('“{title}” won’t take place.'),
    others: 'See other broadcasts',
  },
  ready: message<{ title: string }>('You’re about to start “{title}”.'),
})
