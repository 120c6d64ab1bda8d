import { config } from '#server/platform/config.ts'
import type { EmailMessage } from '#server/platform/email.ts'
import { securityChangeEmail } from '../auth-emails.ts'

function passkeyChangeEmail(to: string, subject: string, what: string): EmailMessage {
  const otherwise = `check your passkeys and remove any that aren’t yours:\n\n${config.publicUrl}/dashboard/sign-in\n\nThen change your password and sign out everywhere:\n\n${config.publicUrl}/dashboard/data`
  return securityChangeEmail(to, subject, what, otherwise)
}

export const passkeyAddedEmail = (to: string, name: string) =>
  passkeyChangeEmail(
    to,
    `A passkey was added to your ${config.siteName} account`,
    `The passkey “${name}” can now sign in to your account without a password or a code.`,
  )

export const passkeyRemovedEmail = (to: string, name: string) =>
  passkeyChangeEmail(
    to,
    `A passkey was removed from your ${config.siteName} account`,
    `The passkey “${name}” can no longer sign in to your account.`,
  )
