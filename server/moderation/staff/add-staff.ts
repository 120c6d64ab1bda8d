import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { emailSchema as Email } from '#contract/accounts/accounts.ts'
import { ageLimits, usernamePattern } from '#contract/limits.ts'
import { insertProfileAndPrivateDetails, insertAccount } from '#server/auth/sign-up/sign-up.ts'
import { isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import { writeAuditEntry } from '../audit/audit-log.ts'
import { hashPassword } from '#server/auth/passwords/password-hash.ts'
import { config } from '#server/platform/config.ts'

type CommandResult = { text: string; isSuccess: boolean }

/**
 * Creates a staff account for a person older than 19: an admin if the address is ADMIN_EMAIL, otherwise a moderator.
 * Staff can view content and decide cases but, like everyone over 19, cannot post. They set their password with "Forgot
 * password?".
 */
export async function addStaff(address: string, username: string): Promise<CommandResult> {
  const email = Email.safeParse(address).data
  if (!email) return { text: `${address} is not a valid email address.`, isSuccess: false }
  if (!usernamePattern.test(username))
    return { text: 'A username has 3 to 20 letters, digits or underscores.', isSuccess: false }
  const role = email === config.adminEmail ? 'admin' : 'moderator'
  try {
    await createStaffAccount(email, username, role)
  } catch (error) {
    if (isUniqueViolation(error, 'users_email'))
      return { text: `${email} already has an account. Use make-${role} instead.`, isSuccess: false }
    if (isUniqueViolation(error, 'profiles_username'))
      return { text: `The username @${username} is taken.`, isSuccess: false }
    throw error
  }
  return {
    text: `${email} is now ${role === 'admin' ? 'an admin' : 'a moderator'}, as @${username}. They set a password with “Forgot password?”.`,
    isSuccess: true,
  }
}

async function createStaffAccount(
  email: string,
  username: string,
  role: 'admin' | 'moderator',
): Promise<void> {
  const password = await hashPassword(randomBytes(24).toString('base64url'))
  await transaction(async (tx) => {
    const user = { email, email_verified: true, name: username, role }
    const id = await insertAccount(tx, user, password)
    const name = { full_name: username, first_name: undefined, display_name_mode: 'username' as const }
    await insertProfileAndPrivateDetails(tx, id, { ...name, username, age: ageLimits.max, marketing: false })
    // A placeholder date of birth for staff, which makes the person too old to be a member.
    await tx
      .updateTable('private_details')
      .set({ age_declared_on: sql`current_date - interval '10 years'` })
      .where('user_id', '=', id)
      .execute()
    // Marks the account as already notified, so that it gets no age-out email.
    await tx
      .updateTable('profiles')
      .set({ is_private: true, age_out_notified_at: new Date() })
      .where('user_id', '=', id)
      .execute()
    await writeAuditEntry(tx, {
      action: 'role',
      subject: { kind: 'profile', id },
      details: { from: null, to: role },
    })
  })
}
