import { pendingSignInLifetime } from '#contract/limits.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { db, type Db, transaction, type Tx } from '#server/platform/db/db.ts'
import { enqueueEmail } from '#server/platform/email.ts'
import { isHttpsSite } from '../auth.ts'
import { expireCookie, readSignedCookie, serializeSignedCookie } from '../cookies.ts'
import type { ClientInfo } from '../client-info.ts'
import { withLoginThrottle } from '#server/rate-limits/login-throttle.ts'
import { hashToken, createRandomToken } from '../random-token.ts'
import { createSession } from '../sessions.ts'
import { lockForSignIn } from '../sign-in-locks.ts'
import { hasTwoFactor, redeemTwoFactorCode } from './verify-code.ts'
import { recoveryCodeUsedEmail } from './two-factor-emails.ts'

export interface FirstFactorSignIn {
  userId: string
  email: string
  remember: boolean
}

/**
 * Who has shown one thing (the password, a mailed link, an account elsewhere) gets a session; where a second is on, only a cookie
 * that says who waits at its door. Answers whether they are in. Outside the transaction the caller refuses with `code_needed`; inside,
 * and before this, it has locked the account (ways-in.ts).
 */
export async function completeFirstFactor(
  tx: Tx,
  proved: FirstFactorSignIn,
  headers: Headers,
  answer: Headers,
): Promise<boolean> {
  if (await hasTwoFactor(tx, proved.userId)) {
    await startPendingSignIn(tx, proved, answer)
    return false
  }
  await createSession(tx, proved, headers, answer)
  return true
}

async function startPendingSignIn(
  tx: Tx,
  { userId, remember }: FirstFactorSignIn,
  answer: Headers,
): Promise<void> {
  const token = createRandomToken()
  const expires_at = new Date(Date.now() + pendingSignInLifetime)
  await tx
    .insertInto('halfway')
    .values({ token_hash: hashToken(token), user_id: userId, remembered: remember, expires_at })
    .execute()
  answer.append(
    'set-cookie',
    serializeSignedCookie(pendingSignInCookieName(), `halfway ${token}`, pendingSignInLifetime / 1000),
  )
}

/** Whether this browser waits for a code. */
export async function loadPendingSignInStatus(headers: Headers): Promise<{ waiting: boolean }> {
  return { waiting: (await findPendingSignIn(db, headers)) !== undefined }
}

/**
 * The second step. A wrong code counts against the account, and after a few against what has been shown before: then the password
 * is asked for again. What was waited with is spent by the first who gets in.
 */
export async function completePendingSignIn(
  code: string,
  { headers }: ClientInfo,
  answer: Headers,
): Promise<void> {
  const waits = await findPendingSignIn(db, headers)
  if (!waits) throw new ApiError('code_expired')
  await withLoginThrottle([['code', waits.user_id]], ['code_wrong'], async () => {
    const isRight = await transaction(async (tx) => {
      await lockForSignIn(tx, waits.user_id)
      return createSessionWithCode(tx, code, headers, answer)
    })
    if (!isRight) throw new ApiError('code_wrong')
  })
}

/** Wrong: what was counted stays, so nothing is thrown here. */
async function createSessionWithCode(
  tx: Tx,
  code: string,
  headers: Headers,
  answer: Headers,
): Promise<boolean> {
  const waits = await findPendingSignIn(tx, headers, true)
  if (!waits) throw new ApiError('code_expired')
  const { token_hash, user_id: userId, email, remembered: remember } = waits
  const how = await redeemTwoFactorCode(tx, userId, code)
  if (!how) {
    await tx
      .updateTable('halfway')
      .set((row) => ({ wrong: row('wrong', '+', 1) }))
      .where('token_hash', '=', token_hash)
      .execute()
    return false
  }
  await tx.deleteFrom('halfway').where('user_id', '=', userId).execute()
  await createSession(tx, { userId, email, remember }, headers, answer)
  answer.append('set-cookie', expireCookie(pendingSignInCookieName()))
  if (how === 'recovery') await enqueueEmail(tx, recoveryCodeUsedEmail(email))
  return true
}

const maxWrongCodes = 5

function findPendingSignIn(on: Db | Tx, headers: Headers, locked = false) {
  const token = readSignedCookie(headers, pendingSignInCookieName())?.replace(/^halfway /, '') ?? ''
  return on
    .selectFrom('halfway')
    .innerJoin('users', 'users.id', 'halfway.user_id')
    .select(['token_hash', 'halfway.user_id', 'remembered', 'users.email'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', new Date())
    .where('wrong', '<', maxWrongCodes)
    .$if(locked, (query) => query.forUpdate('halfway'))
    .executeTakeFirst()
}

function pendingSignInCookieName(): string {
  return isHttpsSite() ? '__Host-halfway' : 'halfway'
}
