import { createHmac, timingSafeEqual } from 'node:crypto'
import { db } from '../platform/db/db.ts'
import { type Viewer, anonymous } from '../platform/http/viewer.ts'
import { isAdult } from './age.ts'
import { sessionCookie, signingSecret } from './auth.ts'
import { makeProfile } from './missing-profile.ts'

/** Who sends these headers. One look-up by the session's token; a cookie of a wrong signature is nobody's. */
export async function viewerOf(headers: Headers): Promise<Viewer> {
  const token = sessionToken(headers)
  if (!token) return anonymous
  const row = await find(token)
  if (!row) return anonymous
  // An account without its public half gets one now (ruling 11).
  if (row.username === null) {
    await makeProfile(row.id)
    return viewerOf(headers)
  }
  return {
    kind: 'member',
    id: row.id,
    username: row.username,
    email: row.email,
    emailVerified: row.email_verified,
    isAdult: row.is_adult,
    role: row.role,
    leavingAt: row.leaving_at,
    session: { id: row.session_id, token, createdAt: row.session_made },
  }
}

function find(token: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('private_details', 'private_details.user_id', 'users.id')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['sessions.id as session_id', 'sessions.created_at as session_made', 'users.id', 'users.email'])
    .select(['users.email_verified', 'users.role', 'profiles.username', 'profiles.leaving_at'])
    .select(isAdult.as('is_adult'))
    .where('sessions.token', '=', token)
    .where('sessions.expires_at', '>', new Date())
    .executeTakeFirst()
}

/** The token of a session cookie whose signature is ours, else undefined. */
export function sessionToken(headers: Headers): string | undefined {
  const cookie = readCookie(headers.get('cookie') ?? '', sessionCookie())
  const dot = cookie?.lastIndexOf('.') ?? -1
  if (!cookie || dot < 1) return undefined
  const token = cookie.slice(0, dot)
  const expected = createHmac('sha256', signingSecret()).update(token).digest()
  const given = Buffer.from(cookie.slice(dot + 1), 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined
}

function readCookie(header: string, name: string): string | undefined {
  for (const part of header.split(';')) {
    const [key, value] = part.trim().split('=', 2)
    if (key === name && value !== undefined) return decode(part.trim().slice(name.length + 1))
  }
  return undefined
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}
