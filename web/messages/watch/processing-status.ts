import { defineMessages, message } from '#i18n/define-messages.ts'

/** Not part of watch-page.ts, because few visits load this text, and the watch page has a size limit. */
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
  /** The estimated time until processing is finished, rounded. */
  left: {
    soon: 'a few seconds',
    seconds: message<{ count: number }>('about {count} s'),
    minutes: message<{ count: number }>('about {count} min'),
    hours: message<{ count: string }>('about {count} h'),
  },
})
