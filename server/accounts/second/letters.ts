import { config } from '../../platform/config.ts'
import type { Letter } from '../../platform/mail.ts'
import { changedLetter } from '../letters.ts'

function changed(to: string, subject: string, what: string): Letter {
  const otherwise = `change your password now and sign out everywhere:\n\n${config.publicUrl}/dashboard/data`
  return changedLetter(to, subject, what, otherwise)
}

export const secondOnLetter = (to: string) =>
  changed(
    to,
    `Signing in to ${config.siteName} asks for a code now`,
    'From now on, signing in to your account asks for a code of your authenticator app as well. Keep your recovery codes where you find them without your phone.',
  )

export const secondOffLetter = (to: string) =>
  changed(
    to,
    `Signing in to ${config.siteName} asks for no code any more`,
    'The second step at signing in was turned off for your account. The recovery codes open nothing any more.',
  )

export const newCodesLetter = (to: string) =>
  changed(
    to,
    `New recovery codes for ${config.siteName}`,
    'Ten new recovery codes were made for your account. The old ones open nothing any more.',
  )

export const recoveryUsedLetter = (to: string) =>
  changed(
    to,
    `A recovery code was used at ${config.siteName}`,
    'Somebody signed in to your account with one of your recovery codes. It is spent now.',
  )
