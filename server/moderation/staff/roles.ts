import { isAdult } from '#server/accounts/age.ts'
import { loadStaffFactors, renewStaffGrace } from '#server/auth/two-factor/staff-second-factor.ts'
import { db, transaction, type Tx } from '#server/platform/db/db.ts'
import { writeAuditEntry } from '../audit/audit-log.ts'

type UserRole = 'user' | 'moderator' | 'safety_lead' | 'admin'

/** Why a role was not changed. */
export type RoleRefusal = 'minor' | 'unconfirmed' | 'last_admin'

/**
 * Sets the role of an account. The `user` role revokes all staff rights. Ends the person's sessions, so that a stolen
 * session does not gain staff rights. Concurrent changes run one after another, so at least one admin always remains.
 * `actor` is null if an operator changes the role on the command line.
 */
export async function changeUserRole(
  tx: Tx,
  { userId, role, actor }: { userId: string; role: UserRole; actor: string | null },
): Promise<RoleRefusal | null> {
  const admins = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .orderBy('id')
    .forUpdate()
    .execute()
  const person = await tx
    .selectFrom('users')
    .innerJoin('private_details', 'private_details.user_id', 'users.id')
    .select(['users.role', 'users.email_verified', isAdult.as('is_adult')])
    .where('users.id', '=', userId)
    .forUpdate('users')
    .executeTakeFirstOrThrow()
  // Staff can see content that minors must not see, so a minor cannot be granted a staff role.
  if (role !== 'user' && !person.is_adult) return 'minor'
  // Anyone can sign up with any email address, but only the owner of the address can confirm it.
  if (role !== 'user' && !person.email_verified) return 'unconfirmed'
  if (person.role === 'admin' && role !== 'admin' && admins.length === 1) return 'last_admin'
  await tx.updateTable('users').set({ role }).where('id', '=', userId).execute()
  await renewStaffGrace(tx, userId)
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await writeAuditEntry(tx, {
    action: 'role',
    actor,
    subject: { kind: 'profile', id: userId },
    details: { from: person.role, to: role },
  })
  return null
}

/** Sets the role of the account with this email. Returns a message for the operator. */
export function setUserRole(email: string, role: UserRole): Promise<{ text: string; isSuccess: boolean }> {
  return transaction(async (tx) => {
    const person = await tx
      .selectFrom('users')
      .innerJoin('private_details', 'private_details.user_id', 'users.id')
      .select('users.id')
      .where('users.email', '=', email.toLowerCase())
      .executeTakeFirst()
    if (!person)
      return { text: `No account has the email ${email}. Create the account first.`, isSuccess: false }
    const refusal = await changeUserRole(tx, { userId: person.id, role, actor: null })
    if (refusal) return { text: describeRefusal(refusal, email), isSuccess: false }
    const text = `${email} now has the role ${role.replace('_', ' ')}, from their next sign-in.`
    const factors = await loadStaffFactors(tx, person.id)
    const advice = ' In that sign-in, they must set up a second factor.'
    const needsFactor = factors && !factors.has_app && !factors.has_passkey
    return { text: needsFactor ? text + advice : text, isSuccess: true }
  })
}

function describeRefusal(refusal: RoleRefusal, email: string): string {
  switch (refusal) {
    case 'minor':
      return 'Staff must be 18 or older. Nothing was changed.'
    case 'unconfirmed':
      return `The owner of ${email} has not confirmed the address yet. They can confirm it with the link in their email or with a sign-in link. Nothing was changed.`
    case 'last_admin':
      return `${email} is the only admin. Make another account an admin first. Nothing was changed.`
  }
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
