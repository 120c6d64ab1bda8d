import { config } from '../../platform/config.ts'
import type { Letter } from '../../platform/mail.ts'

/** Whoever changes how somebody signs in, the owner reads of it. */
function changed(to: string, subject: string, what: string): Letter {
  const undo = `If that was you, there is nothing to do. If it was not, look at your passkeys and remove what is not yours:\n\n${config.publicUrl}/dashboard/sign-in\n\nThen change your password and sign out everywhere:\n\n${config.publicUrl}/dashboard/data`
  return { to, subject, text: `Hi!\n\n${what}\n\n${undo}\n` }
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
