import { twoFactorDisabledEmail } from '#server/auth/two-factor/two-factor-emails.ts'
import { removeTwoFactor } from '#server/auth/two-factor/two-factor-settings.ts'
import { transaction } from '#server/platform/db/db.ts'
import { enqueueEmail } from '#server/platform/email.ts'
import { writeAuditEntry } from '../audit/audit-log.ts'

/**
 * Turns off two-factor authentication for a person who has lost both phone and recovery codes. The operator
 * must have verified their identity. Ends all sessions, emails the owner and writes an audit entry. Returns a
 * sentence for the operator.
 */
export function resetTwoFactor(email: string): Promise<{ text: string; isGood: boolean }> {
  return transaction(async (tx) => {
    const person = await tx
      .selectFrom('users')
      .select(['id', 'email'])
      .where('email', '=', email.toLowerCase())
      .forUpdate()
      .executeTakeFirst()
    if (!person) return { text: `Nobody here has the address ${email}.`, isGood: false }
    if (!(await removeTwoFactor(tx, person.id)))
      return { text: `Signing in asks ${email} for no code. Nothing was changed.`, isGood: false }
    await tx.deleteFrom('sessions').where('user_id', '=', person.id).execute()
    await enqueueEmail(tx, twoFactorDisabledEmail(person.email))
    await writeAuditEntry(tx, { did: 'second factor reset', subject: { kind: 'profile', id: person.id } })
    return { text: `Signing in asks ${email} for the password alone now.`, isGood: true }
  })
}
