import { defineMessages } from '#i18n/define-messages.ts'

/** The announcement above the content of every page. The operator writes its text. */
export const announcementMessages = defineMessages('site/announcement', {
  dismiss: 'Dismiss this announcement',
})
