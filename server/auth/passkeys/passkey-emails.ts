import { defineMessages, message } from '#i18n/define-messages.ts'
import { config } from '#server/platform/config.ts'
import { getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import type { EmailMessage } from '#server/platform/email.ts'
import { signInMethodChangedEmail } from '../auth-emails.ts'

const messages = defineMessages('emails/passkeys', {
  advice: message<{ passkeys: string; devices: string }>(
    'check your passkeys and remove any that aren’t yours:\n\n{passkeys}\n\nThen change your password and sign out everywhere:\n\n{devices}',
  ),
  added: {
    subject: message<{ site: string }>('A passkey was added to your {site} account'),
    change: message<{ name: string }>(
      'The passkey “{name}” can now sign in to your account without a password or a code.',
    ),
  },
  removed: {
    subject: message<{ site: string }>('A passkey was removed from your {site} account'),
    change: message<{ name: string }>('The passkey “{name}” can no longer sign in to your account.'),
  },
})

function passkeyChangeEmail(to: string, name: string, event: 'added' | 'removed'): EmailMessage {
  const { subject, change } = messages[event]
  const advice = messages.advice({
    passkeys: `${config.publicUrl}/dashboard/sign-in`,
    devices: `${config.publicUrl}/dashboard/data`,
  })
  return signInMethodChangedEmail(to, subject({ site: getSetting('site_name') }), change({ name }), advice)
}

export const passkeyAddedEmail = (to: string, name: string) => passkeyChangeEmail(to, name, 'added')
export const passkeyRemovedEmail = (to: string, name: string) => passkeyChangeEmail(to, name, 'removed')
