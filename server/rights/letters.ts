import { config } from '../platform/config.ts'
import type { Letter } from '../platform/mail.ts'

/** Says that the copy can be fetched. No link that opens anything: one signs in first. */
export function exportLetter(to: string, expiresAt: Date): Letter {
  const until = expiresAt.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  return {
    to,
    subject: `Your ${config.siteName} data is ready`,
    text: `Hi!\n\nThe copy of your data that you asked for is ready. Sign in to download it, until ${until}:\n\n${config.publicUrl}/dashboard#your-data\n\nKeep it somewhere safe: your e-mail, your comments and your videos are in it. If it was not you who asked, change your password on the same page.\n`,
  }
}
