import { Refusal } from '#contract/refusals.ts'
import { config } from '../platform/config.ts'
import { db, transaction } from '../platform/db/db.ts'
import { enqueue } from '../platform/queue.ts'
import { confirmEmail } from './confirm.ts'
import { from, guarded } from './guesses.ts'
import { guessAt } from './known-device.ts'
import { hashPassword, isOutdated, verifyPassword } from './hash.ts'

export interface Credentials {
  email: string
  password: string
}

/** From where somebody asks. */
export interface Asking {
  address: string
  headers: Headers
}

/**
 * The user of an e-mail and password. Unknown address and wrong password answer alike, in words and in time, and count alike
 * as guesses.
 */
export function checkCredentials(credentials: Credentials, { address, headers }: Asking) {
  const tried = guessAt(credentials.email, headers, from(address))
  return guarded(tried, ['sign_in_failed'], () => check(credentials))
}

async function check({ email, password }: Credentials) {
  const user = await db
    .selectFrom('users')
    .innerJoin('sign_in_methods', 'sign_in_methods.user_id', 'users.id')
    .select(['users.id', 'users.email_verified', 'sign_in_methods.password'])
    .where('users.email', '=', email)
    .where('sign_in_methods.provider_id', '=', 'credential')
    .executeTakeFirst()
  if (!user?.password) {
    // As much work as checking one would have been.
    await hashPassword(password)
    throw new Refusal('sign_in_failed')
  }
  if (!(await verifyPassword({ hash: user.password, password }))) throw new Refusal('sign_in_failed')
  if (isOutdated(user.password)) await renewHash(user.id, password)
  if (config.smtpUrl && !user.email_verified) {
    await transaction((tx) => enqueue(tx, confirmEmail, { email }))
    throw new Refusal('email_not_confirmed')
  }
  return { userId: user.id }
}

/** Now that the password is known to be right, it is kept as it would be today. */
async function renewHash(userId: string, password: string): Promise<void> {
  await db
    .updateTable('sign_in_methods')
    .set({ password: await hashPassword(password) })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .execute()
}
