import { config } from '#server/platform/config.ts'
import type { EmailMessage } from '#server/platform/email.ts'
import { securityChangeEmail } from '../auth-emails.ts'

function twoFactorChangeEmail(to: string, subject: string, what: string): EmailMessage {
  const otherwise = `change your password now and sign out everywhere:\n\n${config.publicUrl}/dashboard/data`
  return securityChangeEmail(to, subject, what, otherwise)
}

export const twoFactorEnabledEmail = (to: string) =>
  twoFactorChangeEmail(
    to,
    `Two-step sign-in is on for ${config.siteName}`,
    'From now on, signing in to your account also requires a code from your authenticator app. Keep your recovery codes somewhere you can find them without your phone.',
  )

export const twoFactorDisabledEmail = (to: string) =>
  twoFactorChangeEmail(
    to,
    `Two-step sign-in is off for ${config.siteName}`,
    'Two-step sign-in was turned off for your account. Your recovery codes no longer work.',
  )

export const newRecoveryCodesEmail = (to: string) =>
  twoFactorChangeEmail(
    to,
    `New recovery codes for ${config.siteName}`,
    'Ten new recovery codes were created for your account. The old ones no longer work.',
  )

export const recoveryCodeUsedEmail = (to: string) =>
  twoFactorChangeEmail(
    to,
    `A recovery code was used for your ${config.siteName} account`,
    'Someone signed in to your account with one of your recovery codes. That code no longer works.',
  )
