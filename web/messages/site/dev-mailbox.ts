export const devMailboxMessages = {
  title: 'Mailbox',
  description: 'Emails stored on this machine because no mail server is configured.',
  text: 'No mail server is configured (SMTP_URL). Emails are stored on this machine instead of being sent, and you can read them only on this machine.',
  none: 'No emails yet',
  to: (address: string) => `To ${address}, `,
  at: (time: string) => `${time} UTC`,
}
