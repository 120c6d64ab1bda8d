import { defineMessages, message } from '#i18n/define-messages.ts'
export const devMailboxMessages = defineMessages('site/dev-mailbox', {
  title: 'Mailbox',
  description: 'Emails stored on this machine because no mail server is configured.',
  text: 'No mail server is configured (SMTP_URL). Emails are stored on this machine instead of being sent, and you can read them only on this machine.',
  none: 'No emails yet',
  to: message<{ address: string }>('To {address}, '),
  at: message<{ time: string }>('{time} UTC'),
})
