import { type RawBuilder, sql } from 'kysely'
import { isCrawler } from '#contract/crawlers.ts'
import { authRefresh, sessionLasts } from '#contract/limits.ts'
import { Refusal } from '#contract/refusals.ts'
import { defaultOf } from '#contract/safety-defaults.ts'
import { config } from '../platform/config.ts'
import { db } from '../platform/db/db.ts'
import { statement } from '../platform/db/statement.ts'
import { type Member, type Viewer, anonymous } from '../platform/http/viewer.ts'
import { band, isAdult, isGrown } from './age.ts'
import { cookiesIn, hasSignedOut, sessionToken } from './cookie.ts'
import { makeProfile } from './missing-profile.ts'
import { hashOf } from './opaque.ts'

/**
 * Who sends these headers, in one look-up. A cookie that is not good is nobody's, as everywhere on the web; a bearer token that
 * is not good is refused (RFC 6750), so that a program learns that it must refresh instead of seeing less.
 */
export async function viewerOf(headers: Headers): Promise<Viewer> {
  const bearer = /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (bearer) return byBearer(bearer)
  const token = sessionToken(headers)
  if (hasSignedOut(headers)) return (await endLate(token)) ? { ...anonymous, hasSignedOut: true } : anonymous
  if (token) return byCookie(token)
  return isCrawler(headers.get('user-agent')) ? { ...anonymous, isCrawler: true } : anonymous
}

/** Ends the session of somebody who signed out while the server was out of reach. False: it could not be ended this time either. */
async function endLate(token: string | undefined): Promise<boolean> {
  if (!token) return true
  return db
    .deleteFrom('sessions')
    .where('token_hash', '=', hashOf(token))
    .execute()
    .then(
      () => true,
      () => false,
    )
}

/** The person whose session cookie was just put into the answer. */
export function signedIn(answer: Headers): Promise<Viewer> {
  return viewerOf(new Headers({ cookie: cookiesIn(answer) }))
}

async function byBearer(token: string): Promise<Viewer> {
  const row = await people()
    .innerJoin('bearer_tokens', 'bearer_tokens.session_id', 'sessions.id')
    .where('bearer_tokens.hash', '=', hashOf(token))
    .where('bearer_tokens.kind', '=', 'access')
    .where('bearer_tokens.expires_at', '>', new Date())
    .executeTakeFirst()
  if (!row) throw new Refusal('invalid_token')
  return (await memberOf(row, null)) ?? byBearer(token)
}

/** Asked with every request of whoever is signed in. */
const bySession = statement(['hash', 'now'], ({ hash, now }) =>
  people(sql<Date>`${now}`).where('sessions.token_hash', '=', hash),
)

async function byCookie(token: string): Promise<Viewer> {
  const [row] = await bySession({ hash: hashOf(token), now: new Date().toISOString() })
  if (!row) return anonymous
  const { remembered } = row
  return (await memberOf(row, isDue(row) ? { token, remembered } : null)) ?? byCookie(token)
}

/** Who somebody is now, by a session that was theirs a moment ago; null when it has ended. */
export async function sessionViewer(sessionId: string): Promise<Member | null> {
  const row = await people().where('sessions.id', '=', sessionId).executeTakeFirst()
  return row ? memberOf(row, null) : null
}

function people(now: Date | RawBuilder<Date> = new Date()) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('private_details', 'private_details.user_id', 'users.id')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['sessions.id as session_id', 'sessions.created_at as session_made'])
    .select(['sessions.expires_at', 'sessions.remembered'])
    .select(['users.id', 'users.email', 'users.email_verified', 'users.role'])
    .select(['profiles.username', 'profiles.leaving_at', isAdult.as('is_adult'), isGrown.as('is_grown')])
    .select([band.as('band'), isSuspended.as('is_suspended'), hides16.as('hides_16')])
    .where('sessions.expires_at', '>', now)
}

const isSuspended = sql<boolean>`coalesce(profiles.suspended_until > now(), false)`

/** Somebody who may see what is rated 16+ can choose not to. */
const hides16 = sql<boolean>`exists (select from safety_settings
  where safety_settings.user_id = users.id and setting = 'rated_16' and value = '"hidden"')`

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirst']>>>

/** Enough of its time has passed that renewing is worth an UPDATE: a day of thirty, an hour of a day, or it is about to end. */
function isDue({ expires_at, remembered }: Row): boolean {
  const lasts = sessionLasts[remembered ? 'remembered' : 'brief']
  const left = expires_at.getTime() - Date.now()
  return left < lasts.for - lasts.renewedAfter || left <= authRefresh.margin
}

/** Null for an account without its public half, which gets one now (ruling 11): look again. */
async function memberOf(row: Row, due: Member['session']['due']): Promise<Member | null> {
  if (row.username === null) {
    await makeProfile(row.id)
    return null
  }
  return {
    kind: 'member',
    id: row.id,
    username: row.username,
    email: row.email,
    emailVerified: row.email_verified,
    isAdult: row.is_adult,
    band: row.band,
    sees16: defaultOf('rated_16', row.band, config.safetyPreset) === 'shown' && !row.hides_16,
    isGrown: row.is_grown,
    isSuspended: row.is_suspended,
    // A role belongs to whoever reads the address it was given to.
    role: row.email_verified ? row.role : 'user',
    leavingAt: row.leaving_at,
    session: { id: row.session_id, createdAt: row.session_made, expiresAt: row.expires_at, due },
  }
}
