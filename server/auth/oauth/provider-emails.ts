import { defineMessages, message } from '#i18n/define-messages.ts'
import { config } from '#server/platform/config.ts'
import { getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import type { EmailMessage } from '#server/platform/email.ts'
import { signInMethodChangedEmail } from '../auth-emails.ts'

const messages = defineMessages('emails/sign-in-providers', {
  advice: message<{ methods: string; devices: string }>(
    'check how you sign in, and disconnect anything that isn’t yours:\n\n{methods}\n\nThen change your password and sign out everywhere:\n\n{devices}',
  ),
  connected: {
    subject: message<{ name: string; site: string }>('{name} was connected to your {site} account'),
    change: message<{ name: string }>('You can now sign in to your account with {name}.'),
  },
  disconnected: {
    subject: message<{ name: string; site: string }>('{name} was disconnected from your {site} account'),
    change: message<{ name: string }>('You can no longer sign in to your account with {name}.'),
  },
})

function providerChangeEmail(to: string, name: string, event: 'connected' | 'disconnected'): EmailMessage {
  const { subject, change } = messages[event]
  const advice = messages.advice({
    methods: `${config.publicUrl}/dashboard/sign-in`,
    devices: `${config.publicUrl}/dashboard/data`,
  })
  return signInMethodChangedEmail(
    to,
    subject({ name, site: getSetting('site_name') }),
    change({ name }),
    advice,
  )
}

export const providerConnectedEmail = (to: string, name: string) => providerChangeEmail(to, name, 'connected')
export const providerDisconnectedEmail = (to: string, name: string) =>
  providerChangeEmail(to, name, 'disconnected')
