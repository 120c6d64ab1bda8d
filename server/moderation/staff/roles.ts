import { isAdult } from '#server/accounts/age.ts'
import { renewStaffGrace } from '#server/auth/two-factor/staff-second-factor.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { writeAuditEntry } from '../audit/audit-log.ts'

type UserRole = 'user' | 'moderator' | 'safety_lead' | 'admin'

/**
 * Sets the role of the account with this email. The `user` role revokes all staff rights. Returns a message
 * for the operator.
 */
export function setUserRole(email: string, role: UserRole): Promise<{ text: string; isSuccess: boolean }> {
  return transaction(async (tx) => {
    const person = await tx
      .selectFrom('users')
      .innerJoin('private_details', 'private_details.user_id', 'users.id')
      .select(['users.id', 'users.role', 'users.email_verified', isAdult.as('is_adult')])
      .where('users.email', '=', email.toLowerCase())
      .forUpdate('users')
      .executeTakeFirst()
    if (!person)
      return { text: `No account has the email ${email}. Create the account first.`, isSuccess: false }
    // Staff can see content that minors must not see, so a minor cannot be granted a staff role.
    if (role !== 'user' && !person.is_adult)
      return { text: 'Staff must be 18 or older. Nothing was changed.', isSuccess: false }
    // Anyone can sign up with any email address, but only the owner of the address can confirm it.
    if (role !== 'user' && !person.email_verified)
      return {
        text: `The owner of ${email} has not confirmed the address yet. They can confirm it with the link in their email or with a sign-in link. Nothing was changed.`,
        isSuccess: false,
      }
    await tx.updateTable('users').set({ role }).where('id', '=', person.id).execute()
    await renewStaffGrace(tx, person.id)
    // Ends the person's existing sessions. Staff rights require a new sign-in, so that a stolen session does
    // not gain staff rights.
    await tx.deleteFrom('sessions').where('user_id', '=', person.id).execute()
    await writeAuditEntry(tx, {
      action: 'role',
      subject: { kind: 'profile', id: person.id },
      details: { from: person.role, to: role },
    })
    return {
      text: `${email} now has the role ${role.replace('_', ' ')}, from their next sign-in.`,
      isSuccess: true,
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
  return (
    rows.map(({ email, role }) => `${role.padEnd(12)} ${email}`).join('\n') || 'There are no staff accounts.'
  )
}
