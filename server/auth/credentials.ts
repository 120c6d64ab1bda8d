import { ApiError } from '#contract/errors/api-error.ts'
import { config } from '#server/platform/config.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { emailConfirmationJob } from './sign-up/email-confirmation.ts'
import {
  countEmailRequest,
  attemptFromAddress,
  withLoginThrottle,
} from '#server/rate-limits/login-throttle.ts'
import { passwordAttemptsOf } from './known-device-cookie.ts'
import { serializeSignUpCookie } from './sign-up/sign-up-cookie.ts'
import { hashPassword, needsRehash, verifyPassword } from './passwords/password-hash.ts'
import { loadPasswordHash } from './sign-in-locks.ts'
import type { ClientInfo } from './client-info.ts'

export interface SignInCredentials {
  email: string
  password: string
}

/**
 * The user of an e-mail and password, and the hash that the password was right for: whoever opens a session with it checks under the
 * lock that it is still the account's (`lockForPasswordSignIn`). Unknown address and wrong password answer alike, in words and in time, and
 * count alike as guesses.
 */
export function verifyCredentials(
  credentials: SignInCredentials,
  { address, headers }: ClientInfo,
  answer: Headers | null = null,
) {
  const tried = passwordAttemptsOf(credentials.email, headers, attemptFromAddress(address))
  return withLoginThrottle(tried, ['sign_in_failed'], () => verifyAndRehash(credentials, address, answer))
}

/** With an `answer`, a browser that knows the password of an unconfirmed address is remembered (joined-here.ts). */
async function verifyAndRehash(
  { email, password }: SignInCredentials,
  address: string,
  answer: Headers | null,
) {
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
    throw new ApiError('sign_in_failed')
  }
  if (!(await verifyPassword({ hash: user.password, password }))) throw new ApiError('sign_in_failed')
  const hash = needsRehash(user.password)
    ? await rehashPassword(user.id, user.password, password)
    : user.password
  if (!user.email_verified) answer?.append('set-cookie', serializeSignUpCookie({ userId: user.id, hash }))
  if (config.smtpUrl && !user.email_verified) {
    await resendConfirmationEmail(email, address)
    throw new ApiError('email_not_confirmed')
  }
  return { userId: user.id, hash }
}

/**
 * Now that the password is known to be right, it is kept as it would be today; unless the owner has set another one meanwhile. Another
 * sign-in may have done the same: then the password is right for what that one has kept.
 */
async function rehashPassword(userId: string, outdated: string, password: string): Promise<string> {
  const renewed = await hashPassword(password)
  const { numUpdatedRows } = await db
    .updateTable('sign_in_methods')
    .set({ password: renewed })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .where('password', '=', outdated)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return renewed
  const hash = await loadPasswordHash(db, userId)
  if (!hash || !(await verifyPassword({ hash, password }))) throw new ApiError('sign_in_failed')
  return hash
}

/** Sends the link again, within the limits on email that one sender can cause. */
async function resendConfirmationEmail(email: string, address: string): Promise<void> {
  await countEmailRequest(address)
  await transaction((tx) => enqueue(tx, emailConfirmationJob, { email }))
}
