import { twoFactorDisabledEmail } from '#server/auth/two-factor/two-factor-emails.ts'
import { removeTwoFactor } from '#server/auth/two-factor/two-factor-settings.ts'
import { transaction } from '#server/platform/db/db.ts'
import { enqueueEmail } from '#server/platform/email.ts'
import { writeAuditEntry } from '../audit/audit-log.ts'

/**
 * For somebody who has lost both phone and recovery codes, once the operator knows that it is they who ask: the password alone opens
 * again. Sessions end, the owner gets a letter, and the audit log a row. Said in a sentence for the operator.
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
