import { defineMessages, message } from '#i18n/define-messages.ts'
import { signInMethodChangedEmail } from '#server/auth/auth-emails.ts'
import { config } from '#server/platform/config.ts'
import { getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import type { EmailMessage } from '#server/platform/email.ts'

const messages = defineMessages('emails/stream-keys', {
  subject: message<{ site: string }>('A stream key was created for your {site} account'),
  change:
    'Anyone who has the new stream key can send video to your live broadcasts. Your previous key no longer works.',
  advice: message<{ link: string }>(
    'change your password and sign out everywhere:\n\n{link}\n\nThen create a new stream key, so that this one stops working.',
  ),
})

export function streamKeyCreatedEmail(to: string): EmailMessage {
  const advice = messages.advice({ link: `${config.publicUrl}/dashboard/data` })
  return signInMethodChangedEmail(
    to,
    messages.subject({ site: getSetting('site_name') }),
    messages.change,
    advice,
  )
}
