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
    `Signing in to ${config.siteName} asks for a code now`,
    'From now on, signing in to your account asks for a code of your authenticator app as well. Keep your recovery codes where you find them without your phone.',
  )

export const twoFactorDisabledEmail = (to: string) =>
  twoFactorChangeEmail(
    to,
    `Signing in to ${config.siteName} asks for no code any more`,
    'The second step at signing in was turned off for your account. The recovery codes open nothing any more.',
  )

export const newRecoveryCodesEmail = (to: string) =>
  twoFactorChangeEmail(
    to,
    `New recovery codes for ${config.siteName}`,
    'Ten new recovery codes were made for your account. The old ones open nothing any more.',
  )

export const recoveryCodeUsedEmail = (to: string) =>
  twoFactorChangeEmail(
    to,
    `A recovery code was used at ${config.siteName}`,
    'Somebody signed in to your account with one of your recovery codes. It is spent now.',
  )
