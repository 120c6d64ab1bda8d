import { pendingSignInLifetimeMs } from '#contract/limits.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { db, type Db, transaction, type Tx } from '#server/platform/db/db.ts'
import { enqueueAccountEmail } from '#server/accounts/account-emails.ts'
import { isHttpsSite } from '../auth.ts'
import { expireCookie, readSignedCookie, serializeSignedCookie } from '../cookies.ts'
import type { ClientInfo } from '../client-info.ts'
import { withLoginThrottle } from '#server/rate-limits/login-throttle.ts'
import { hashToken, createRandomToken } from '../random-token.ts'
import { createSession, type SignInProviderSession } from '../sessions.ts'
import { lockAccountRowForSignIn } from '../account-row-locks.ts'
import { hasTwoFactorEnabled, redeemTwoFactorCode } from './verify-code.ts'
import { authorizeSingleFactorSignIn } from './staff-second-factor.ts'
import { recoveryCodeUsedEmail } from './two-factor-emails.ts'

export interface FirstFactorSignIn {
  userId: string
  email: string
  remember: boolean
  provider?: SignInProviderSession
}

/**
 * Continues a sign-in after the first factor (a password, an emailed link or a provider). Creates a session
 * or, if two-factor authentication is on, only the cookie of a pending sign-in. Returns whether the person is
 * signed in. If the result is false, the caller throws `code_needed` after the transaction. The caller must
 * already have locked the account's row in this transaction (account-row-locks.ts).
 */
export async function completeFirstFactor(
  tx: Tx,
  proved: FirstFactorSignIn,
  headers: Headers,
  responseHeaders: Headers,
): Promise<boolean> {
  if (await hasTwoFactorEnabled(tx, proved.userId)) {
    await startPendingSignIn(tx, proved, responseHeaders)
    return false
  }
  await authorizeSingleFactorSignIn(tx, proved.userId)
  await createSession(tx, proved, headers, responseHeaders)
  return true
}

async function startPendingSignIn(
  tx: Tx,
  { userId, remember, provider }: FirstFactorSignIn,
  responseHeaders: Headers,
): Promise<void> {
  const token = createRandomToken()
  const expires_at = new Date(Date.now() + pendingSignInLifetimeMs)
  await tx
    .insertInto('pending_sign_ins')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      remembered: remember,
      provider_id: provider?.id ?? null,
      provider_session: provider?.session ?? null,
      expires_at,
    })
    .execute()
  responseHeaders.append(
    'set-cookie',
    serializeSignedCookie(pendingSignInCookieName(), `halfway ${token}`, pendingSignInLifetimeMs / 1000),
  )
}

/** Returns whether this browser has a pending sign-in. */
export async function loadPendingSignInStatus(headers: Headers): Promise<{ waiting: boolean }> {
  return { waiting: (await findPendingSignIn(db, headers)) !== undefined }
}

/**
 * Completes a pending sign-in with a two-factor code. Wrong codes count towards a limit per account. After
 * five wrong codes, the pending sign-in ends and the person has to start again. The first correct code
 * consumes the pending sign-in.
 */
export async function completePendingSignIn(
  code: string,
  { headers }: ClientInfo,
  responseHeaders: Headers,
): Promise<void> {
  const waits = await findPendingSignIn(db, headers)
  if (!waits) throw new ApiError('code_expired')
  await withLoginThrottle([['code', waits.user_id]], ['code_wrong'], async () => {
    const isRight = await transaction(async (tx) => {
      await lockAccountRowForSignIn(tx, waits.user_id)
      return createSessionWithCode(tx, code, headers, responseHeaders)
    })
    if (!isRight) throw new ApiError('code_wrong')
  })
}

/**
 * Creates a session if the two-factor code is correct. For a wrong code, returns false instead of throwing,
 * because a rollback would undo the count of wrong codes.
 */
async function createSessionWithCode(
  tx: Tx,
  code: string,
  headers: Headers,
  responseHeaders: Headers,
): Promise<boolean> {
  const waits = await findPendingSignIn(tx, headers, true)
  if (!waits) throw new ApiError('code_expired')
  const { token_hash, user_id: userId, email, remembered: remember } = waits
  const how = await redeemTwoFactorCode(tx, userId, code)
  if (!how) {
    await tx
      .updateTable('pending_sign_ins')
      .set((row) => ({ failed_attempts: row('failed_attempts', '+', 1) }))
      .where('token_hash', '=', token_hash)
      .execute()
    return false
  }
  await tx.deleteFrom('pending_sign_ins').where('user_id', '=', userId).execute()
  const provider = waits.provider_id ? { id: waits.provider_id, session: waits.provider_session } : undefined
  await createSession(tx, { userId, email, remember, provider }, headers, responseHeaders)
  responseHeaders.append('set-cookie', expireCookie(pendingSignInCookieName()))
  if (how === 'recovery') await enqueueAccountEmail(tx, email, (to) => recoveryCodeUsedEmail(to))
  return true
}

const maxWrongCodes = 5

function findPendingSignIn(on: Db | Tx, headers: Headers, locked = false) {
  const token = readSignedCookie(headers, pendingSignInCookieName())?.replace(/^halfway /, '') ?? ''
  return on
    .selectFrom('pending_sign_ins')
    .innerJoin('users', 'users.id', 'pending_sign_ins.user_id')
    .select(['token_hash', 'pending_sign_ins.user_id', 'remembered', 'users.email'])
    .select(['provider_id', 'provider_session'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', new Date())
    .where('failed_attempts', '<', maxWrongCodes)
    .$if(locked, (query) => query.forUpdate('pending_sign_ins'))
    .executeTakeFirst()
}

function pendingSignInCookieName(): string {
  return isHttpsSite() ? '__Host-halfway' : 'halfway'
}
