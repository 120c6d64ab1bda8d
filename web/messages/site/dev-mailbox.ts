export const devMailboxMessages = {
  title: 'Mailbox',
  description: 'Emails stored on this machine because no mail server is configured.',
  text: 'No mail server is configured (SMTP_URL), so emails are stored on this machine and can be read only here.',
  none: 'No emails yet',
  to: (address: string) => `To ${address}, `,
  at: (time: string) => `${time} UTC`,
}
