import { config } from '#server/platform/config.ts'
import type { EmailMessage } from '#server/platform/email.ts'

/**
 * Returns the email that tells a user that their export is ready. The email contains no direct download link,
 * because the user must sign in before downloading.
 */
export function dataExportReadyEmail(to: string, expiresAt: Date): EmailMessage {
  const until = expiresAt.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  return {
    to,
    subject: `Your ${config.siteName} data is ready`,
    text: `Hi!\n\nThe copy of your data that you requested is ready. Sign in to download it by ${until}:\n\n${config.publicUrl}/dashboard/data\n\nKeep it somewhere safe. It contains your email address, your comments and your videos. If you didn't request it, change your password on the same page.\n`,
  }
}

/** Returns the email that tells a user who has turned 20 what happens to their account. */
export function ageOutEmail(to: string): EmailMessage {
  return {
    to,
    subject: `Your ${config.siteName} account is now read-only`,
    text: `Hi!\n\n${config.siteName} is for people aged 13 to 19. By the age you gave us, you are now 20. Happy birthday, and thank you for everything you made here.\n\nFrom today your account is read-only: you can still look around, but you can't post. Everything you published stays until you delete it.\n\nDownload a copy of your data here, and delete your account when you're done:\n\n${config.publicUrl}/dashboard/data\n`,
  }
}
