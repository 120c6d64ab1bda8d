import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { emailSchema as Email } from '#contract/accounts/accounts.ts'
import { ageLimits, usernamePattern } from '#contract/limits.ts'
import { insertProfileAndDetails, insertAccount } from '#server/auth/sign-up/sign-up.ts'
import { isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import { writeAuditEntry } from '../audit/audit-log.ts'
import { hashPassword } from '#server/auth/passwords/password-hash.ts'

type CommandResult = { text: string; isGood: boolean }

/**
 * Creates a moderator account for someone older than members. Moderators read and decide but, like everyone
 * over 19, do not post. They set their password with "Forgot password?".
 */
export async function addStaff(address: string, username: string): Promise<CommandResult> {
  const email = Email.safeParse(address).data
  if (!email) return { text: `${address} is no email address.`, isGood: false }
  if (!usernamePattern.test(username))
    return { text: 'A username has 3 to 20 letters, digits or underscores.', isGood: false }
  try {
    await createStaffAccount(email, username)
  } catch (error) {
    if (isUniqueViolation(error, 'users_email'))
      return { text: `${email} has an account: use make-moderator.`, isGood: false }
    if (isUniqueViolation(error, 'profiles_username'))
      return { text: `@${username} is somebody else’s.`, isGood: false }
    throw error
  }
  return {
    text: `${email} is moderator now, as @${username}. They choose a password with “Forgot password?”.`,
    isGood: true,
  }
}

async function createStaffAccount(email: string, username: string): Promise<void> {
  const password = await hashPassword(randomBytes(24).toString('base64url'))
  await transaction(async (tx) => {
    const user = { email, email_verified: true, name: username, role: 'moderator' as const }
    const id = await insertAccount(tx, user, password)
    const name = { full_name: username, first_name: undefined, display_name_mode: 'username' as const }
    await insertProfileAndDetails(tx, id, { ...name, username, age: ageLimits.max, marketing: false })
    // Not the real age; it only has to be above the limit for members.
    await tx
      .updateTable('private_details')
      .set({ age_declared_on: sql`current_date - interval '10 years'` })
      .where('user_id', '=', id)
      .execute()
    // Marked as already notified, so that the account gets no age-out email.
    await tx
      .updateTable('profiles')
      .set({ is_private: true, farewell_at: new Date() })
      .where('user_id', '=', id)
      .execute()
    await writeAuditEntry(tx, {
      did: 'role',
      subject: { kind: 'profile', id },
      more: { from: null, to: 'moderator' },
    })
  })
}
