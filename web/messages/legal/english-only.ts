import { defineMessages } from '#i18n/define-messages.ts'

/** In all languages except English, this text is shown above content that is not translated. */
export const englishOnlyMessages = defineMessages('legal/english-only', {
  note: 'This text is available only in English.',
})
