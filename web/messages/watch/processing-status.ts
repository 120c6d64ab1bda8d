import { defineMessages, message } from '#i18n/define-messages.ts'

/**
 * This text is not in watch-page.ts, because few visits need it, and the size of the watch page is limited.
 */
export const processingStatusMessages = defineMessages('watch/processing-status', {
  gettingReady: 'Getting your video ready',
  processing: 'Processing',
  unfinished: 'This video hasn’t finished uploading yet.',
  paused:
    'Video processing is paused right now. Your video is safe, and processing will resume automatically.',
  inLine: message<{ place: number }>(
    '{place, plural, one {Your video is next in line.} other {Your video is number # in line.}}',
  ),
  moreQualities: message<{ done: string }>('Adding more quality options: {done}'),
  done: message<{ percent: number }>('{percent}%'),
  doneAndLeft: message<{ percent: number; left: string }>('{percent}%, {left} left'),
  /** The rounded estimate of the time until processing is finished. */
  left: {
    soon: 'a few seconds',
    seconds: message<{ count: number }>('about {count} s'),
    minutes: message<{ count: number }>('about {count} min'),
    hours: message<{ count: string }>('about {count} h'),
  },
})
