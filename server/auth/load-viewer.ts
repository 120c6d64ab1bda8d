import { type RawBuilder, sql } from 'kysely'
import { isCrawler } from '#contract/discovery/crawlers.ts'
import { authRefreshTimings, sessionLifetimes } from '#contract/limits.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { getDefaultSettingValue } from '#contract/safety/safety-defaults.ts'
import { config } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import { compileStatement } from '#server/platform/db/compiled-statement.ts'
import { type Member, type Viewer, anonymousViewer } from '#server/platform/http/viewer.ts'
import { ageBandSql, isAdult, isAboveMaxAge } from '#server/accounts/age.ts'
import { cookieHeaderFromSetCookie, hasOfflineSignOutCookie, readSessionToken } from './cookies.ts'
import { createProfileIfMissing } from '#server/accounts/create-profile-if-missing.ts'
import { hashToken } from './random-token.ts'
import { hasAuthenticatorApp, hasPasskey } from './two-factor/staff-second-factor.ts'

/**
 * Loads the viewer that a request's headers identify, with one query. A request with an invalid cookie is
 * treated as anonymous, as usual on the web. An invalid bearer token is rejected (RFC 6750), so that an API
 * client refreshes the token instead of silently receiving less data.
 */
export async function loadViewerFromHeaders(headers: Headers): Promise<Viewer> {
  const bearer = /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (bearer) return loadViewerByBearerToken(bearer)
  const token = readSessionToken(headers)
  if (hasOfflineSignOutCookie(headers))
    return (await endLateSignOut(token)) ? { ...anonymousViewer, hasSignedOut: true } : anonymousViewer
  if (token) return loadViewerByCookie(token)
  return isCrawler(headers.get('user-agent')) ? { ...anonymousViewer, isCrawler: true } : anonymousViewer
}

/**
 * Ends the session of a person who signed out while the server was unreachable. Returns false if ending the
 * session failed.
 */
async function endLateSignOut(token: string | undefined): Promise<boolean> {
  if (!token) return true
  return db
    .deleteFrom('sessions')
    .where('token_hash', '=', hashToken(token))
    .execute()
    .then(
      () => true,
      () => false,
    )
}

/** Returns the viewer whose session cookie was just set on the response. */
export function loadViewerFromSetCookie(responseHeaders: Headers): Promise<Viewer> {
  return loadViewerFromHeaders(new Headers({ cookie: cookieHeaderFromSetCookie(responseHeaders) }))
}

async function loadViewerByBearerToken(token: string): Promise<Viewer> {
  const row = await selectSessionUsers()
    .innerJoin('bearer_tokens', 'bearer_tokens.session_id', 'sessions.id')
    .where('bearer_tokens.hash', '=', hashToken(token))
    .where('bearer_tokens.kind', '=', 'access')
    .where('bearer_tokens.expires_at', '>', new Date())
    .executeTakeFirst()
  if (!row) throw new ApiError('invalid_token')
  return (await memberFromRow(row, null)) ?? loadViewerByBearerToken(token)
}

/** Selects the viewer of a session. This statement runs on every request of a signed-in person. */
const selectViewerBySession = compileStatement(['hash', 'now'], ({ hash, now }) =>
  selectSessionUsers(sql<Date>`${now}`).where('sessions.token_hash', '=', hash),
)

/**
 * Loads the members of several sessions with one query. Sessions that have ended and accounts without a profile are
 * missing in the result. Never renews a session.
 */
export async function loadMembersByTokenHashes(
  hashes: readonly string[],
): Promise<Map<string, { viewer: Member; remembered: boolean }>> {
  const rows = await selectSessionUsers()
    .select('sessions.token_hash')
    .where('sessions.token_hash', '=', sql<string>`any(${hashes}::text[])`)
    .execute()
  const found = new Map<string, { viewer: Member; remembered: boolean }>()
  for (const row of rows) {
    const viewer = row.username === null ? null : await memberFromRow(row, null)
    if (viewer && row.token_hash) found.set(row.token_hash, { viewer, remembered: row.remembered })
  }
  return found
}

async function loadViewerByCookie(token: string): Promise<Viewer> {
  const [row] = await selectViewerBySession({ hash: hashToken(token), now: new Date().toISOString() })
  if (!row) return anonymousViewer
  const { remembered } = row
  return (
    (await memberFromRow(row, isRenewalDue(row.expires_at, remembered) ? { token, remembered } : null)) ??
    loadViewerByCookie(token)
  )
}

/** Reloads the viewer of a session. Returns null if the session has ended. */
export async function loadViewerBySessionId(sessionId: string): Promise<Member | null> {
  const row = await selectSessionUsers().where('sessions.id', '=', sessionId).executeTakeFirst()
  return row ? memberFromRow(row, null) : null
}

/**
 * Loads a person for background work on their behalf, such as sending an email. The person is not signed in,
 * so `session` is not a real session, and counts as started with a passkey. Returns null if the account does not exist or
 * has no profile.
 */
export async function loadMemberById(userId: string): Promise<Member | null> {
  const noSession = sql<
    Pick<SessionRow, 'session_id' | 'session_made' | 'expires_at' | 'remembered' | 'with_passkey'>
  >`(values
    ('00000000-0000-0000-0000-000000000000'::uuid, 'epoch'::timestamptz, 'epoch'::timestamptz, false, true))`
  const row = await db
    .selectFrom(
      noSession.as<'none'>(sql`none(session_id, session_made, expires_at, remembered, with_passkey)`),
    )
    .innerJoin('users', (join) => join.on('users.id', '=', userId))
    .innerJoin('private_details', 'private_details.user_id', 'users.id')
    .innerJoin('profiles', 'profiles.user_id', 'users.id')
    .select([
      'none.session_id',
      'none.session_made',
      'none.expires_at',
      'none.remembered',
      'none.with_passkey',
    ])
    .select(accountColumns)
    .executeTakeFirst()
  return row ? memberFromRow(row, null) : null
}

/** Selects the users of sessions that have not ended. */
function selectSessionUsers(now: Date | RawBuilder<Date> = new Date()) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('private_details', 'private_details.user_id', 'users.id')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['sessions.id as session_id', 'sessions.created_at as session_made'])
    .select(['sessions.expires_at', 'sessions.remembered', 'sessions.with_passkey'])
    .select(accountColumns)
    .where('sessions.expires_at', '>', now)
}

const isSuspended = sql<boolean>`coalesce(profiles.suspended_until > now(), false)`

/** Whether the person has opted out of seeing content rated 16+. */
const hidesRated16 = sql<boolean>`exists (select from safety_settings
  where safety_settings.user_id = users.id and setting = 'rated_16' and value = '"hidden"')`

/** The second factors of staff. The subqueries do not run for members. */
const hasStaffApp = sql<boolean>`(users.role <> 'user' and ${hasAuthenticatorApp})`
const hasStaffPasskey = sql<boolean>`(users.role <> 'user' and ${hasPasskey})`

const accountColumns = [
  'users.id',
  'users.email',
  'users.email_verified',
  'users.language',
  'users.role',
  'profiles.username',
  'profiles.deletion_scheduled_at',
  isAdult.as('is_adult'),
  isAboveMaxAge.as('is_grown'),
  ageBandSql.as('band'),
  isSuspended.as('is_suspended'),
  hidesRated16.as('hides_16'),
  hasStaffApp.as('has_app'),
  hasStaffPasskey.as('has_passkey'),
] as const

type SessionRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectSessionUsers>['executeTakeFirst']>>>

/**
 * Returns whether the session should be renewed. A session of 30 days is renewed after one day, and a session
 * of one day after one hour. In addition, every session is renewed shortly before it ends.
 */
export function isRenewalDue(expiresAt: Date, remembered: boolean): boolean {
  const lasts = sessionLifetimes[remembered ? 'remembered' : 'temporary']
  const left = expiresAt.getTime() - Date.now()
  return left < lasts.for - lasts.renewedAfter || left <= authRefreshTimings.margin
}

/**
 * Returns the person who is signed in with a session, or null for an account without a profile. If the
 * profile is missing, this function creates the profile and returns null. The caller has to load the member
 * again.
 */
async function memberFromRow(row: SessionRow, due: Member['session']['renewal']): Promise<Member | null> {
  if (row.username === null) {
    await createProfileIfMissing(row.id)
    return null
  }
  return {
    kind: 'member',
    id: row.id,
    username: row.username,
    email: row.email,
    emailVerified: row.email_verified,
    language: row.language,
    isAdult: row.is_adult,
    band: row.band,
    canSeeRated16:
      getDefaultSettingValue('rated_16', row.band, config.safetyPreset) === 'shown' && !row.hides_16,
    hasAgedOut: row.is_grown,
    isSuspended: row.is_suspended,
    ...getEffectiveRole(row),
    deletionScheduledAt: row.deletion_scheduled_at,
    session: { id: row.session_id, createdAt: row.session_made, expiresAt: row.expires_at, renewal: due },
  }
}

/**
 * A staff role takes effect only after the person has confirmed their email address, and only in sessions that were
 * started with a second factor.
 */
function getEffectiveRole(row: SessionRow): Pick<Member, 'role' | 'pendingRole'> {
  if (row.role === 'user' || !row.email_verified) return { role: 'user' }
  const isProved = row.has_app || (row.with_passkey && row.has_passkey)
  return isProved ? { role: row.role } : { role: 'user', pendingRole: row.role }
}
