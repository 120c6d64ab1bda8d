import { defineMessages, textWithConstants } from '#i18n/define-messages.ts'
import { supportResponseTimes } from '#contract/contact/support.ts'

export const dmcaMessages = defineMessages('legal/dmca', {
  title: 'DMCA Policy',
  dated: textWithConstants('Copyright · We reply within {time}', () => ({ time: supportResponseTimes.dmca })),
  description: 'What to do if someone uploaded your work, or if we took down your video by mistake.',
})
