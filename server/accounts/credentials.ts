import { Refusal } from '#contract/refusals.ts'
import { config } from '../platform/config.ts'
import { db, transaction } from '../platform/db/db.ts'
import { enqueue } from '../platform/queue.ts'
import { confirmEmail } from './confirm.ts'
import { countEmail, from, guarded } from './guesses.ts'
import { guessAt } from './known-device.ts'
import { rememberJoining } from './joined-here.ts'
import { hashPassword, isOutdated, verifyPassword } from './hash.ts'
import { passwordHashOf } from './ways-in.ts'

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
 * The user of an e-mail and password, and the hash that the password was right for: whoever opens a session with it checks under the
 * lock that it is still the account's (`lockToEnterWith`). Unknown address and wrong password answer alike, in words and in time, and
 * count alike as guesses.
 */
export function checkCredentials(
  credentials: Credentials,
  { address, headers }: Asking,
  answer: Headers | null = null,
) {
  const tried = guessAt(credentials.email, headers, from(address))
  return guarded(tried, ['sign_in_failed'], () => check(credentials, address, answer))
}

/** With an `answer`, a browser that knows the password of an unconfirmed address is remembered (joined-here.ts). */
async function check({ email, password }: Credentials, address: string, answer: Headers | null) {
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
  const hash = isOutdated(user.password) ? await renewHash(user.id, user.password, password) : user.password
  if (!user.email_verified) answer?.append('set-cookie', rememberJoining({ userId: user.id, hash }))
  if (config.smtpUrl && !user.email_verified) {
    await mailConfirmation(email, address)
    throw new Refusal('email_not_confirmed')
  }
  return { userId: user.id, hash }
}

/**
 * Now that the password is known to be right, it is kept as it would be today; unless the owner has set another one meanwhile. Another
 * sign-in may have done the same: then the password is right for what that one has kept.
 */
async function renewHash(userId: string, outdated: string, password: string): Promise<string> {
  const renewed = await hashPassword(password)
  const { numUpdatedRows } = await db
    .updateTable('sign_in_methods')
    .set({ password: renewed })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .where('password', '=', outdated)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return renewed
  const hash = await passwordHashOf(db, userId)
  if (!hash || !(await verifyPassword({ hash, password }))) throw new Refusal('sign_in_failed')
  return hash
}

/** Sends the link again, within the limits on email that one sender can cause. */
async function mailConfirmation(email: string, address: string): Promise<void> {
  await countEmail(address)
  await transaction((tx) => enqueue(tx, confirmEmail, { email }))
}
