import { defineMessages } from '#i18n/define-messages.ts'

/** Shown above texts that are not translated, in every language except English. */
export const englishOnlyMessages = defineMessages('legal/english-only', {
  note: 'This text is available only in English.',
})
