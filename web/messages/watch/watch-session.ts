import { defineMessages, message } from '#i18n/define-messages.ts'
/** The interface text for resuming a video, autoplay, break reminders and the end screen. */
export const watchSessionMessages = defineMessages('watch/watch-session', {
  /** `clock` is a position in the video, for example "12:30". */
  resumed: message<{ clock: string }>('Resumed at {clock}'),
  startOver: 'Start over',
  watched: message<{ minutes: number }>(
    'You’ve watched for {minutes, plural, =0 {a while} =60 {an hour} =90 {an hour and a half} other {# minutes}}',
  ),
  stretch: 'Time to stretch or get some water? Your video will be here when you get back.',
  goOn: 'Keep watching',
  rest: 'Take a break',
  end: 'The video has ended',
  replay: 'Replay',
  upNext: 'Up next',
  next: message<{ title: string }>('Next: {title}'),
  inSeconds: message<{ left: number }>('{left, plural, one {in # second} other {in # seconds}}'),
  cancel: 'Cancel',
  now: 'Play now',
  nextTitle: 'When a video ends',
  nextByItself: 'Play the next video',
  breakTitle: 'Remind me to take a break after',
  breakAfter: message<{ minutes: number }>('{minutes, plural, =0 {Never} other {# min}}'),
  looser: 'Change this setting?',
  looserNext: 'When a video ends, the next one starts after five seconds unless you press Cancel.',
  looserBreak: 'This delays your break reminder or turns it off.',
  looserYes: 'Change setting',
  looserNo: 'Keep as it is',
})
