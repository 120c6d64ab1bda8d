export const devMailboxMessages = {
  title: 'Mailbox',
  description: 'Letters kept on this machine because no mail server is configured.',
  text: 'No mail server is configured (SMTP_URL), so letters stay on this machine and are shown to it alone.',
  none: 'No letters yet',
  to: (address: string) => `To ${address}, `,
  at: (time: string) => `${time} UTC`,
}
