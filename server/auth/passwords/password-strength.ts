import { ApiError } from '#contract/errors/api-error.ts'
import { config } from '#server/platform/config.ts'
import { getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import { isBreachedPassword } from './breached-passwords.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Rejects passwords that are common, breached, or equal to the person's username or email address. */
export async function assertStrongPassword(password: string, personalWords: string[]): Promise<void> {
  const plain = password.toLowerCase()
  const names = personalWords.flatMap((name) => [name, name.split('@')[0]!]).map((name) => name.toLowerCase())
  if (
    isCommonPassword(plain) ||
    names.includes(plain) ||
    isSiteOrRoleName(plain) ||
    /^(.)\1+$/.test(plain) ||
    (await isBreachedPassword(password))
  )
    throw new ApiError('password_weak')
}

/**
 * Returns whether the password is the name of the site or of a staff role when digits and symbols are ignored
 * (docs/security.md).
 */
function isSiteOrRoleName(plain: string): boolean {
  const host = new URL(config.publicUrl).hostname.split('.')[0]!
  const words = [getSetting('site_name'), host, 'afterbell', 'moderator', 'admin'].map((word) =>
    lettersOnly(word.toLowerCase()),
  )
  return lettersOnly(plain) !== '' && words.includes(lettersOnly(plain))
}

function lettersOnly(text: string): string {
  return text.replace(/\P{L}/gu, '')
}
