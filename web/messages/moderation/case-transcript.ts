export const caseTranscriptMessages = {
  show: 'Show transcript',
  hide: 'Hide transcript',
  title: 'Transcript',
  language: 'Captions',
  none: 'This video has no captions any more.',
}
