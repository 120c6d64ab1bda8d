import { isAdult } from '#server/accounts/age.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { writeAuditEntry } from '../audit/audit-log.ts'

type UserRole = 'user' | 'moderator' | 'safety_lead' | 'admin'

/** Grants or revokes the role of the account with this address. Returns a sentence for the operator. */
export function setUserRole(email: string, role: UserRole): Promise<{ text: string; isGood: boolean }> {
  return transaction(async (tx) => {
    const person = await tx
      .selectFrom('users')
      .innerJoin('private_details', 'private_details.user_id', 'users.id')
      .select(['users.id', 'users.role', 'users.email_verified', isAdult.as('is_adult')])
      .where('users.email', '=', email.toLowerCase())
      .forUpdate('users')
      .executeTakeFirst()
    if (!person) return { text: `Nobody here has the address ${email}. Join with it first.`, isGood: false }
    // Minors must not see what staff see, whoever grants the role.
    if (role !== 'user' && !person.is_adult)
      return { text: 'Staff must be 18 or older. Nothing was changed.', isGood: false }
    // Anyone can sign up with any address; only its owner can confirm it.
    if (role !== 'user' && !person.email_verified)
      return {
        text: `The owner of ${email} has not confirmed the address yet. They do so by the link in their email, or by a sign-in link. Nothing was changed.`,
        isGood: false,
      }
    await tx.updateTable('users').set({ role }).where('id', '=', person.id).execute()
    // Staff rights need a new session, so that a stolen earlier one gains nothing.
    await tx.deleteFrom('sessions').where('user_id', '=', person.id).execute()
    await writeAuditEntry(tx, {
      did: 'role',
      subject: { kind: 'profile', id: person.id },
      more: { from: person.role, to: role },
    })
    return {
      text: `${email} is ${role === 'user' ? 'a user' : role.replace('_', ' ')} now, from their next sign-in on.`,
      isGood: true,
    }
  })
}

export async function listStaff(): Promise<string> {
  const rows = await db
    .selectFrom('users')
    .select(['email', 'role'])
    .where('role', '<>', 'user')
    .orderBy('role')
    .orderBy('email')
    .execute()
  return rows.map(({ email, role }) => `${role.padEnd(12)} ${email}`).join('\n') || 'Nobody has a role.'
}
