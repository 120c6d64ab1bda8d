import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { email as Email } from '#contract/accounts.ts'
import { ages, usernamePattern } from '#contract/limits.ts'
import { describe, openAccount } from '../accounts/sign-up.ts'
import { isDuplicate, transaction } from '../platform/db/db.ts'
import { audit } from './audit.ts'
import { hashPassword } from '../accounts/hash.ts'

type Said = { text: string; isGood: boolean }

/**
 * An account for somebody who looks after people and is older than those who join here: a moderator, who reads and decides but,
 * as everybody over 19, does not post. They choose their password with "Forgot password?".
 */
export async function addStaff(address: string, username: string): Promise<Said> {
  const email = Email.safeParse(address).data
  if (!email) return { text: `${address} is no email address.`, isGood: false }
  if (!usernamePattern.test(username))
    return { text: 'A username has 3 to 20 letters, digits or underscores.', isGood: false }
  try {
    await create(email, username)
  } catch (error) {
    if (isDuplicate(error, 'users_email'))
      return { text: `${email} has an account: use make-moderator.`, isGood: false }
    if (isDuplicate(error, 'profiles_username'))
      return { text: `@${username} is somebody else’s.`, isGood: false }
    throw error
  }
  return {
    text: `${email} is moderator now, as @${username}. They choose a password with “Forgot password?”.`,
    isGood: true,
  }
}

async function create(email: string, username: string): Promise<void> {
  const password = await hashPassword(randomBytes(24).toString('base64url'))
  await transaction(async (tx) => {
    const user = { email, email_verified: true, name: username, role: 'moderator' as const }
    const id = await openAccount(tx, user, password)
    const name = { full_name: username, first_name: undefined, display_name_mode: 'username' as const }
    await describe(tx, id, { ...name, username, age: ages.max, marketing: false })
    // How old exactly is nobody's business: older than those who join.
    await tx
      .updateTable('private_details')
      .set({ age_declared_on: sql`current_date - interval '10 years'` })
      .where('user_id', '=', id)
      .execute()
    // Nobody bids them farewell for it.
    await tx
      .updateTable('profiles')
      .set({ is_private: true, farewell_at: new Date() })
      .where('user_id', '=', id)
      .execute()
    await audit(tx, { did: 'role', subject: { kind: 'profile', id }, more: { from: null, to: 'moderator' } })
  })
}
