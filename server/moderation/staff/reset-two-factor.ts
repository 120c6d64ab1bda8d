import { sourceLocale } from '#i18n/locales.ts'
import { twoFactorDisabledEmail } from '#server/auth/two-factor/two-factor-emails.ts'
import { renewStaffGrace } from '#server/auth/two-factor/staff-second-factor.ts'
import { deleteTwoFactorData } from '#server/auth/two-factor/two-factor-settings.ts'
import { transaction, type Tx } from '#server/platform/db/db.ts'
import { enqueueAccountEmail } from '#server/accounts/account-emails.ts'
import { writeAuditEntry } from '../audit/audit-log.ts'

/**
 * Turns off two-factor authentication for a person who has lost their phone and recovery codes. Staff also lose their
 * passkeys, and may sign in once to set up a new second factor. Verify the person's identity first. Ends all of the
 * person's sessions, emails the person and writes an audit entry. Returns false if a member has no second factor.
 * `actor` is null if an operator uses the command line.
 */
export async function removeSecondFactors(tx: Tx, userId: string, actor: string | null): Promise<boolean> {
  const person = await tx
    .selectFrom('users')
    .select(['email', 'role'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isRemoved = await deleteTwoFactorData(tx, userId)
  if (person.role === 'user' && !isRemoved) return false
  if (person.role !== 'user') {
    await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
    await renewStaffGrace(tx, userId)
  }
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await enqueueAccountEmail(tx, person.email, (to) => twoFactorDisabledEmail(to), sourceLocale)
  await writeAuditEntry(tx, {
    action: 'second factor reset',
    actor,
    subject: { kind: 'profile', id: userId },
  })
  return true
}

/** Turns off two-factor authentication for the account with this email. Returns a message for the operator. */
export function resetTwoFactor(email: string): Promise<{ text: string; isSuccess: boolean }> {
  return transaction(async (tx) => {
    const person = await tx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email.toLowerCase())
      .executeTakeFirst()
    if (!person) return { text: `No account has the email ${email}.`, isSuccess: false }
    if (!(await removeSecondFactors(tx, person.id, null)))
      return {
        text: `Two-factor sign-in is already off for ${email}. Nothing was changed.`,
        isSuccess: false,
      }
    return {
      text: `Two-factor sign-in is now off for ${email}. They can sign in with their password.`,
      isSuccess: true,
    }
  })
}
