import { config } from '../../platform/config.ts'
import type { Letter } from '../../platform/mail.ts'
import { changedLetter } from '../letters.ts'

function changed(to: string, subject: string, what: string): Letter {
  const otherwise = `look at your passkeys and remove what is not yours:\n\n${config.publicUrl}/dashboard/sign-in\n\nThen change your password and sign out everywhere:\n\n${config.publicUrl}/dashboard/data`
  return changedLetter(to, subject, what, otherwise)
}

export const addedLetter = (to: string, name: string) =>
  changed(
    to,
    `A passkey was added at ${config.siteName}`,
    `From now on, the passkey “${name}” opens your account, without a password and without a code.`,
  )

export const removedLetter = (to: string, name: string) =>
  changed(
    to,
    `A passkey was removed at ${config.siteName}`,
    `The passkey “${name}” opens your account no more.`,
  )
