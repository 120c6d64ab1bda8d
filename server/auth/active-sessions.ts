import { sql } from 'kysely'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { listSessions } from '#contract/auth/sessions.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { clearBrowserSession } from './cookies.ts'
import { revokePendingSignIns } from './auth.ts'
import { lockAccountRowForCredentialChange } from './account-row-locks.ts'

/** Lists the viewer's active sessions, the current one first. */
export async function listOwnSessions(viewer: Member): Promise<ResponseOf<typeof listSessions>> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent as device', 'created_at', 'updated_at', 'expires_at'])
    .select(isApiClientSession.as('is_program'))
    .where('user_id', '=', viewer.id)
    .where('expires_at', '>', new Date())
    .orderBy((eb) => eb('id', '=', viewer.session.id), 'desc')
    .orderBy('updated_at', 'desc')
    .execute()
  const items = rows.map(({ updated_at, ...row }) => ({
    ...row,
    is_current: row.id === viewer.session.id,
    created_at: row.created_at.toISOString(),
    used_at: updated_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }))
  return { items }
}

const isApiClientSession = sql<boolean>`exists (select from bearer_tokens where bearer_tokens.session_id = sessions.id)`

/** Ends one of the viewer's sessions. Does nothing if the session belongs to someone else. */
export async function endOwnSession(viewer: Member, id: string): Promise<undefined> {
  await db.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', viewer.id).execute()
}

/**
 * Ends all of the viewer's sessions, including the current one. Also revokes emailed links with which a new
 * session could be started.
 */
export async function endAllOwnSessions(viewer: Member, responseHeaders: Headers): Promise<undefined> {
  await transaction(async (tx) => {
    await lockAccountRowForCredentialChange(tx, viewer.id)
    await revokePendingSignIns(tx, viewer.id)
    await tx.deleteFrom('sessions').where('user_id', '=', viewer.id).execute()
  })
  log.info('signed out everywhere', { userId: viewer.id })
  clearBrowserSession(responseHeaders)
}

/**
 * Ends every session of the person with this email address, or of everyone if `email` is `everybody`. The
 * `sign-out` command for operators calls this function. Returns the number of ended sessions.
 */
export async function endSessionsForAccount(email: string): Promise<number> {
  const all = email === 'everybody'
  const sessions = await transaction(async (tx) => {
    // This statement takes the same row lock as `lockAccountRowForCredentialChange`. A concurrent sign-in
    // waits for the lock, and then finds that its link, its code or its password check is no longer valid.
    await tx
      .selectFrom('users')
      .select('id')
      .$if(!all, (q) => q.where('email', '=', email.toLowerCase()))
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const theirs = (ids: 'sessions' | 'sign_in_links' | 'pending_sign_ins') =>
      tx
        .deleteFrom(ids)
        .$if(!all, (q) =>
          q.where('user_id', 'in', (eb) =>
            eb.selectFrom('users').select('id').where('email', '=', email.toLowerCase()),
          ),
        )
    await theirs('sign_in_links').execute()
    await theirs('pending_sign_ins').execute()
    return Number((await theirs('sessions').executeTakeFirst()).numDeletedRows)
  })
  log.info('signed out by the operator', { sessions })
  return sessions
}
