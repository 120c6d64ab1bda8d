import { defineMessages, message } from '#i18n/define-messages.ts'

export const transcriptMessages = defineMessages('watch/transcript', {
  title: 'Transcript',
  close: 'Close transcript',
  language: 'Language',
  search: 'Search in transcript',
  matches: message<{ n: number; of: number }>(
    '{of, plural, =0 {No matches} other {{n, number} of {of, number}}}',
  ),
  previous: 'Previous match',
  next: 'Next match',
  lines: message<{ n: number }>('{n, plural, one {# line} other {# lines}}'),
  /** Explains the list of transcript lines to screen reader users. */
  listHint: 'Use the arrow keys to move between lines. Press Enter to play from a line.',
  follow: 'Follow the video',
  copy: 'Copy all',
  copied: 'Transcript copied',
  copyFailed: 'Couldn’t copy the transcript',
  download: message<{ format: string }>('Download {format}'),
  loading: 'Loading transcript',
  failed: 'We couldn’t load the transcript.',
  retry: 'Try again',
})
