import { config } from '#server/platform/config.ts'
import type { EmailMessage } from '#server/platform/email.ts'
import { securityChangeEmail } from '../auth-emails.ts'

function passkeyChangeEmail(to: string, subject: string, what: string): EmailMessage {
  const otherwise = `look at your passkeys and remove what is not yours:\n\n${config.publicUrl}/dashboard/sign-in\n\nThen change your password and sign out everywhere:\n\n${config.publicUrl}/dashboard/data`
  return securityChangeEmail(to, subject, what, otherwise)
}

export const passkeyAddedEmail = (to: string, name: string) =>
  passkeyChangeEmail(
    to,
    `A passkey was added at ${config.siteName}`,
    `From now on, the passkey “${name}” opens your account, without a password and without a code.`,
  )

export const passkeyRemovedEmail = (to: string, name: string) =>
  passkeyChangeEmail(
    to,
    `A passkey was removed at ${config.siteName}`,
    `The passkey “${name}” opens your account no more.`,
  )
