import { defineMessages, message } from '#i18n/define-messages.ts'
import { config } from '#server/platform/config.ts'
import { getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import type { EmailMessage } from '#server/platform/email.ts'
import { signInMethodChangedEmail } from '../auth-emails.ts'

const messages = defineMessages('emails/two-factor', {
  advice: message<{ link: string }>('change your password now and sign out everywhere:\n\n{link}'),
  enabled: {
    subject: message<{ site: string }>('Two-step sign-in is on for {site}'),
    change:
      'From now on, signing in to your account also requires a code from your authenticator app. Keep your recovery codes somewhere you can find them without your phone.',
  },
  disabled: {
    subject: message<{ site: string }>('Two-step sign-in is off for {site}'),
    change: 'Two-step sign-in was turned off for your account. Your recovery codes no longer work.',
  },
  newRecoveryCodes: {
    subject: message<{ site: string }>('New recovery codes for {site}'),
    change: 'Ten new recovery codes were created for your account. The old ones no longer work.',
  },
  recoveryCodeUsed: {
    subject: message<{ site: string }>('A recovery code was used for your {site} account'),
    change: 'Someone signed in to your account with one of your recovery codes. That code no longer works.',
  },
})

function twoFactorChangeEmail(to: string, event: Exclude<keyof typeof messages, 'advice'>): EmailMessage {
  const { subject, change } = messages[event]
  const advice = messages.advice({ link: `${config.publicUrl}/dashboard/data` })
  return signInMethodChangedEmail(to, subject({ site: getSetting('site_name') }), change, advice)
}

export const twoFactorEnabledEmail = (to: string) => twoFactorChangeEmail(to, 'enabled')
export const twoFactorDisabledEmail = (to: string) => twoFactorChangeEmail(to, 'disabled')
export const newRecoveryCodesEmail = (to: string) => twoFactorChangeEmail(to, 'newRecoveryCodes')
export const recoveryCodeUsedEmail = (to: string) => twoFactorChangeEmail(to, 'recoveryCodeUsed')
