const formatCount = (n: number) => n.toLocaleString('en')

export const transcriptMessages = {
  title: 'Transcript',
  close: 'Close transcript',
  language: 'Language',
  search: 'Search in transcript',
  matches: (n: number, of: number) => (of === 0 ? 'No matches' : `${formatCount(n)} of ${formatCount(of)}`),
  previous: 'Previous match',
  next: 'Next match',
  lines: (n: number) => (n === 1 ? '1 line' : `${formatCount(n)} lines`),
  /** Explains the list to screen readers. */
  listHint: 'Use the arrow keys to move between lines. Press Enter to play from a line.',
  playFrom: (time: string) => `Play from ${time}`,
  follow: 'Follow the video',
  copy: 'Copy all',
  copied: 'Transcript copied',
  copyFailed: 'Couldn’t copy the transcript',
  download: (format: string) => `Download ${format}`,
  loading: 'Loading transcript',
  failed: 'We couldn’t load the transcript.',
  retry: 'Try again',
}
