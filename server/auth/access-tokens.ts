import type { createAccessToken } from '#contract/auth/sign-in.ts'
import type { ResponseOf, ParsedInputOf } from '#contract/endpoint.ts'
import { tokenLifetimes } from '#contract/limits.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { db, transaction, type Tx } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import type { ClientInfo } from './client-info.ts'
import { verifyCredentials, type SignInCredentials } from './credentials.ts'
import { withLoginThrottle } from '#server/rate-limits/login-throttle.ts'
import { loadCurrentUser } from './current-user.ts'
import { hashToken, createRandomToken } from './random-token.ts'
import { hasTwoFactorEnabled, redeemTwoFactorCode } from './two-factor/verify-code.ts'
import { authorizeSingleFactorSignIn } from './two-factor/staff-second-factor.ts'
import { loadViewerFromHeaders } from './load-viewer.ts'
import { lockAccountRowForPasswordSignIn } from './account-row-locks.ts'
import { limitStaffSession } from './sessions.ts'

type TokenPair = Omit<ResponseOf<typeof createAccessToken>, 'user'>

/** Issues a short-lived access token and a refresh token in exchange for a password or a refresh token. */
export async function issueAccessToken(
  wanted: ParsedInputOf<typeof createAccessToken>['body'],
  asking: ClientInfo,
): Promise<ResponseOf<typeof createAccessToken>> {
  const pair =
    wanted.grant_type === 'password'
      ? await issueByPassword(wanted, asking)
      : await issueByRefreshToken(wanted.refresh_token)
  const viewer = await loadViewerFromHeaders(new Headers({ authorization: `Bearer ${pair.access_token}` }))
  return { ...pair, user: (await loadCurrentUser(viewer))! }
}

async function issueByPassword(
  { code, ...credentials }: PasswordGrant,
  asking: ClientInfo,
): Promise<TokenPair> {
  const known = await verifyCredentials(credentials, asking)
  const { userId } = known
  const hasCode = await requireTwoFactorCode(userId, code)
  return transaction(async (tx) => {
    await lockAccountRowForPasswordSignIn(tx, known)
    // Checks again whether the account uses two-factor authentication, because the owner could have turned it
    // on after the password was verified.
    if (!hasCode && (await hasTwoFactorEnabled(tx, userId))) throw new ApiError('code_needed')
    if (!hasCode) await authorizeSingleFactorSignIn(tx, userId)
    const session = await tx
      .insertInto('sessions')
      // The session row needs the hash of a session token, but an API client uses only bearer tokens. For
      // this reason, the server hashes a random token and discards the token.
      .values({
        user_id: userId,
        token: null,
        token_hash: hashToken(createRandomToken()),
        expires_at: dateAfter(tokenLifetimes.refresh),
      })
      .returning(['id', 'user_id', 'created_at'])
      .executeTakeFirstOrThrow()
    log.info('API client signed in', { userId })
    return insertTokenPair(tx, session)
  })
}

interface PasswordGrant extends SignInCredentials {
  code?: string | undefined
}

/**
 * Checks the two-factor code that API clients send together with the password. Returns whether the account
 * requires a two-factor code, and throws an error if a required code is missing or wrong.
 */
async function requireTwoFactorCode(userId: string, code: string | undefined): Promise<boolean> {
  if (!(await hasTwoFactorEnabled(db, userId))) return false
  if (code === undefined) throw new ApiError('code_needed')
  await withLoginThrottle([['code', userId]], ['code_wrong'], async () => {
    if (!(await transaction((tx) => redeemTwoFactorCode(tx, userId, code)))) throw new ApiError('code_wrong')
  })
  return true
}

/**
 * Exchanges a refresh token for new tokens. A refresh token works only once. If a refresh token is used a
 * second time, someone must have copied the token. The server cannot tell whether the attacker or the owner
 * is using the token, so it ends the whole session.
 */
async function issueByRefreshToken(token: string): Promise<TokenPair> {
  const pair = await transaction(async (tx) => {
    const known = await tx
      .selectFrom('bearer_tokens')
      .innerJoin('sessions', 'sessions.id', 'bearer_tokens.session_id')
      .select(['sessions.id', 'sessions.user_id', 'sessions.created_at'])
      .where('hash', '=', hashToken(token))
      .where('kind', '=', 'refresh')
      .where('sessions.expires_at', '>', new Date())
      .where('sessions.created_at', '>', new Date(Date.now() - tokenLifetimes.apiClient))
      .forUpdate('sessions')
      .executeTakeFirst()
    if (!known) return null
    if (!(await markRefreshTokenUsed(tx, token))) {
      await tx.deleteFrom('sessions').where('id', '=', known.id).execute()
      log.warn('refresh token reused; session ended', { userId: known.user_id })
      return null
    }
    return insertTokenPair(tx, known)
  })
  // This error is thrown only after the transaction has been committed, because an error inside the
  // transaction would roll back the deletion of the session.
  if (!pair) throw new ApiError('invalid_token')
  return pair
}

async function markRefreshTokenUsed(tx: Tx, token: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('bearer_tokens')
    .set({ used_at: new Date() })
    .where('hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function insertTokenPair(
  tx: Tx,
  { id, user_id, created_at }: { id: string; user_id: string; created_at: Date },
): Promise<TokenPair> {
  const [access, refresh] = [createRandomToken(), createRandomToken()]
  const expires = dateAfter(tokenLifetimes.access)
  const end = dateAfter(tokenLifetimes.refresh)
  await tx
    .insertInto('bearer_tokens')
    .values([
      { hash: hashToken(access), kind: 'access', session_id: id, expires_at: expires },
      { hash: hashToken(refresh), kind: 'refresh', session_id: id, expires_at: end },
    ])
    .execute()
  const expires_at = limitStaffSession(end, { userId: user_id, startedAt: created_at })
  await tx.updateTable('sessions').set({ expires_at }).where('id', '=', id).execute()
  return {
    access_token: access,
    token_type: 'bearer',
    expires_in: tokenLifetimes.access / 1000,
    expires_at: expires.toISOString(),
    refresh_token: refresh,
  }
}

function dateAfter(ms: number): Date {
  return new Date(Date.now() + ms)
}
