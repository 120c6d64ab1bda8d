import { config } from '#server/platform/config.ts'
import type { EmailMessage } from '#server/platform/email.ts'

/**
 * Returns the email that tells a user that their export is ready. It contains no direct download link,
 * because the user must sign in before downloading.
 */
export function dataExportReadyEmail(to: string, expiresAt: Date): EmailMessage {
  const until = expiresAt.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  return {
    to,
    subject: `Your ${config.siteName} data is ready`,
    text: `Hi!\n\nThe copy of your data that you asked for is ready. Sign in to download it, until ${until}:\n\n${config.publicUrl}/dashboard/data\n\nKeep it somewhere safe: your email, your comments and your videos are in it. If it was not you who asked, change your password on the same page.\n`,
  }
}

/** Returns the email that tells a user who has turned 20 what happens to their account. */
export function ageOutEmail(to: string): EmailMessage {
  return {
    to,
    subject: `Your time on ${config.siteName}`,
    text: `Hi!\n\n${config.siteName} is for people of 13 to 19, and by the age you gave us you are 20 now. Happy birthday, and thank you for everything you made here.\n\nFrom today your account can be read, but not post. Nothing of yours goes away by itself: what you published stays until you delete it.\n\nHere you can take everything along, and delete the account when you are done:\n\n${config.publicUrl}/dashboard/data\n`,
  }
}
