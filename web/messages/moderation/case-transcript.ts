import { defineMessages } from '#i18n/define-messages.ts'

export const caseTranscriptMessages = defineMessages('moderation/case-transcript', {
  show: 'Show transcript',
  hide: 'Hide transcript',
  title: 'Transcript',
  language: 'Captions',
  none: 'This video has no captions any more.',
})
