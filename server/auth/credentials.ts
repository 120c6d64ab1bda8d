import { ApiError } from '#contract/errors/api-error.ts'
import { config } from '#server/platform/config.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { emailConfirmationJob } from './sign-up/email-confirmation.ts'
import { getIpAttemptCounter, withLoginThrottle } from '#server/rate-limits/login-throttle.ts'
import { enforceEmailRequestLimit } from '#server/rate-limits/email-rate-limits.ts'
import { passwordAttemptCountersForDevice } from './known-devices.ts'
import { serializeSignUpCookie } from './sign-up/sign-up-cookie.ts'
import { hashPassword, needsRehash, verifyPassword } from './passwords/password-hash.ts'
import { loadPasswordHash } from './passwords/stored-password-hash.ts'
import type { ClientInfo } from './client-info.ts'

export interface SignInCredentials {
  email: string
  password: string
}

/**
 * Verifies an email address and a password. Returns the user and the password hash that matched. Before
 * creating a session, the caller must lock the account and check that the password hash of the account has
 * not changed (`lockAccountRowForPasswordSignIn`). An unknown email address and a wrong password get the same
 * response after the same time, and both count as failed attempts.
 */
export function verifyCredentials(
  credentials: SignInCredentials,
  { address, headers }: ClientInfo,
  responseHeaders: Headers | null = null,
) {
  const tried = passwordAttemptCountersForDevice(credentials.email, headers, getIpAttemptCounter(address))
  return withLoginThrottle(tried, ['sign_in_failed'], () =>
    verifyAndRehash(credentials, address, responseHeaders),
  )
}

/**
 * Verifies the password and updates its hash if the hash is outdated. If `responseHeaders` is given and the
 * email address is unconfirmed, sets a cookie to record that the correct password was entered in this browser
 * (sign-up/sign-up-cookie.ts).
 */
async function verifyAndRehash(
  { email, password }: SignInCredentials,
  address: string,
  responseHeaders: Headers | null,
) {
  const user = await db
    .selectFrom('users')
    .innerJoin('sign_in_methods', 'sign_in_methods.user_id', 'users.id')
    .select(['users.id', 'users.email_verified', 'sign_in_methods.password'])
    .where('users.email', '=', email)
    .where('sign_in_methods.provider_id', '=', 'credential')
    .executeTakeFirst()
  if (!user?.password) {
    // For an unknown email address, the password is hashed anyway. Hashing takes as long as verifying, so the
    // response time does not reveal that the address is unknown.
    await hashPassword(password)
    throw new ApiError('sign_in_failed')
  }
  if (!(await verifyPassword({ hash: user.password, password }))) throw new ApiError('sign_in_failed')
  const hash = needsRehash(user.password)
    ? await rehashPassword(user.id, user.password, password)
    : user.password
  if (!user.email_verified)
    responseHeaders?.append('set-cookie', serializeSignUpCookie({ userId: user.id, hash }))
  if (config.smtpUrl && !user.email_verified) {
    await resendConfirmationEmail(email, address)
    throw new ApiError('email_not_confirmed')
  }
  return { userId: user.id, hash }
}

/**
 * Rehashes the verified password with the current parameters, unless the owner has set another password in
 * the meantime. If a concurrent sign-in has already rehashed the password, the password is verified against
 * the new hash.
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

/** Resends the confirmation link, unless this client has requested too many emails. */
async function resendConfirmationEmail(email: string, address: string): Promise<void> {
  await enforceEmailRequestLimit(address)
  await transaction((tx) => enqueue(tx, emailConfirmationJob, { email }))
}
