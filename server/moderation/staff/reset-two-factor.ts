import { sourceLocale } from '#i18n/locales.ts'
import { twoFactorDisabledEmail } from '#server/auth/two-factor/two-factor-emails.ts'
import { deleteTwoFactorData } from '#server/auth/two-factor/two-factor-settings.ts'
import { renewStaffGrace } from '#server/auth/two-factor/staff-second-factor.ts'
import { transaction, type Tx } from '#server/platform/db/db.ts'
import { enqueueAccountEmail } from '#server/accounts/account-emails.ts'
import { writeAuditEntry } from '../audit/audit-log.ts'

/**
 * Turns off two-factor authentication for a person who has lost their phone and recovery codes. Staff also lose their
 * passkeys, and may sign in once to set up a new second factor. The operator
 * has to verify the person's identity first. Ends all of the person's sessions, emails the person, writes an
 * audit entry and returns a message for the operator.
 */
export function resetTwoFactor(email: string): Promise<{ text: string; isSuccess: boolean }> {
  return transaction(async (tx) => {
    const person = await tx
      .selectFrom('users')
      .select(['id', 'email', 'role'])
      .where('email', '=', email.toLowerCase())
      .forUpdate()
      .executeTakeFirst()
    if (!person) return { text: `No account has the email ${email}.`, isSuccess: false }
    if (!(await deleteSecondFactors(tx, person)))
      return {
        text: `Two-factor sign-in is already off for ${email}. Nothing was changed.`,
        isSuccess: false,
      }
    await tx.deleteFrom('sessions').where('user_id', '=', person.id).execute()
    await enqueueAccountEmail(tx, person.email, (to) => twoFactorDisabledEmail(to), sourceLocale)
    await writeAuditEntry(tx, { action: 'second factor reset', subject: { kind: 'profile', id: person.id } })
    return {
      text: `Two-factor sign-in is now off for ${email}. They can sign in with their password.`,
      isSuccess: true,
    }
  })
}

/** Returns false if a member has no second factor. Staff may have used their only sign-in without one. */
async function deleteSecondFactors(tx: Tx, { id, role }: { id: string; role: string }): Promise<boolean> {
  const isDeleted = await deleteTwoFactorData(tx, id)
  if (role === 'user') return isDeleted
  await tx.deleteFrom('passkeys').where('user_id', '=', id).execute()
  await renewStaffGrace(tx, id)
  return true
}
