import { defineMessages, message } from '#i18n/define-messages.ts'
import { formatDate } from '#i18n/formats.ts'
import { config } from '#server/platform/config.ts'
import { getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import type { EmailMessage } from '#server/platform/email.ts'

const messages = defineMessages('emails/privacy', {
  exportReady: {
    subject: message<{ site: string }>('Your {site} data is ready'),
    text: message<{ until: string; link: string }>(
      "Hi!\n\nThe copy of your data that you requested is ready. Sign in to download it by {until}:\n\n{link}\n\nKeep it somewhere safe. It contains your email address, your comments and your videos. If you didn't request it, change your password on the same page.\n",
    ),
  },
  ageOut: {
    subject: message<{ site: string }>('Your {site} account is now read-only'),
    text: message<{ site: string; link: string }>(
      "Hi!\n\n{site} is for people aged 13 to 19. By the age you gave us, you are now 20. Happy birthday, and thank you for everything you made here.\n\nFrom today your account is read-only: you can still look around, but you can't post. Everything you published stays until you delete it.\n\nDownload a copy of your data here, and delete your account when you're done:\n\n{link}\n",
    ),
  },
})

const dataLink = () => `${config.publicUrl}/dashboard/data`

/**
 * Returns the email that tells a user that their export is ready. The email contains no direct download link,
 * because the user must sign in before downloading.
 */
export function dataExportReadyEmail(to: string, expiresAt: Date): EmailMessage {
  const until = formatDate(expiresAt, { dateStyle: 'long', timeZone: 'UTC' })
  const { subject, text } = messages.exportReady
  return { to, subject: subject({ site: getSetting('site_name') }), text: text({ until, link: dataLink() }) }
}

/** Returns the email that tells a user who has turned 20 what happens to their account. */
export function ageOutEmail(to: string): EmailMessage {
  const site = getSetting('site_name')
  const { subject, text } = messages.ageOut
  return { to, subject: subject({ site }), text: text({ site, link: dataLink() }) }
}
