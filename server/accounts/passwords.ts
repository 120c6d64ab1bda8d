import { Refusal } from '#contract/refusals.ts'
import { config } from '../platform/config.ts'
import { db, transaction } from '../platform/db/db.ts'
import { log } from '../platform/log.ts'
import { post } from '../platform/mail.ts'
import type { Member } from '../platform/http/viewer.ts'
import { forgetLetters } from './auth.ts'
import { commonPasswords } from './common-passwords.ts'
import { count } from './guesses.ts'
import { checkCurrent, isFresh } from './proof.ts'
import { hashPassword } from './hash.ts'
import { passwordChangedLetter } from './letters.ts'
import { lockToChangeOwn, passwordHashOf } from './ways-in.ts'

/** Too common, or one's own name: refused as weak. */
export function refuseWeak(password: string, own: string[]): void {
  const plain = password.toLowerCase()
  const names = own.flatMap((name) => [name, name.split('@')[0]!]).map((name) => name.toLowerCase())
  if (commonPasswords.has(plain) || names.includes(plain) || isOfTheSite(plain) || /^(.)\1+$/.test(plain))
    throw new Refusal('password_weak')
}

/** The name of the site or of a role in it, with nothing but figures and signs around it (docs/security.md). */
function isOfTheSite(plain: string): boolean {
  const host = new URL(config.publicUrl).hostname.split('.')[0]!
  const words = [config.siteName, host, 'afterbell', 'moderator', 'admin'].map((word) =>
    letters(word.toLowerCase()),
  )
  return letters(plain) !== '' && words.includes(letters(plain))
}

function letters(text: string): string {
  return text.replace(/\P{L}/gu, '')
}

/** Changes one's own password and ends the other sessions. */
export async function changePassword(
  viewer: Member,
  wanted: { password: string; current_password?: string | undefined },
): Promise<void> {
  refuseWeak(wanted.password, [viewer.username, viewer.email])
  if (!isFresh(viewer) && !wanted.current_password) throw new Refusal('password_current_required')
  await count(['passwordChanges', viewer.id])
  const password = await hashPassword(wanted.password)
  const before = await passwordHashOf(db, viewer.id)
  // Whoever came by Google or Apple has none to give: an old sign-in alone sets none.
  if (!isFresh(viewer) && !before) throw new Refusal('sign_in_again')
  // Outside the transaction: verifying takes long, and whoever signs in would wait for it.
  if (wanted.current_password && before) await checkCurrent(viewer, before, wanted.current_password)
  await transaction(async (tx) => {
    await lockToChangeOwn(tx, viewer)
    const known = await tx
      .selectFrom('sign_in_methods')
      .select(['id', 'password'])
      .where('user_id', '=', viewer.id)
      .where('provider_id', '=', 'credential')
      .forUpdate()
      .executeTakeFirst()
    if (wanted.current_password && (known?.password ?? null) !== before) throw new Refusal('password_wrong')
    if (known)
      await tx
        .updateTable('sign_in_methods')
        .set({ password, updated_at: new Date() })
        .where('id', '=', known.id)
        .execute()
    else
      await tx
        .insertInto('sign_in_methods')
        .values({ user_id: viewer.id, provider_id: 'credential', account_id: viewer.id, password })
        .execute()
    await tx
      .deleteFrom('sessions')
      .where('user_id', '=', viewer.id)
      .where('id', '<>', viewer.session.id)
      .execute()
    await forgetLetters(tx, viewer.id)
    await post(tx, passwordChangedLetter(viewer.email))
  })
  log.info('password changed', { userId: viewer.id })
}
