import { sql } from 'kysely'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { listSessions } from '#contract/sessions.ts'
import { db, transaction } from '../platform/db/db.ts'
import { log } from '../platform/log.ts'
import type { Member } from '../platform/http/viewer.ts'
import { forgetHere } from './cookie.ts'
import { forgetLetters } from './auth.ts'
import { lockToChange } from './ways-in.ts'

/** Where one is signed in; the session that asks stands first. */
export async function sessionsOf(viewer: Member): Promise<AnswerOf<typeof listSessions>> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent as device', 'created_at', 'updated_at', 'expires_at'])
    .select(isProgram.as('is_program'))
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

const isProgram = sql<boolean>`exists (select from bearer_tokens where bearer_tokens.session_id = sessions.id)`

/** Ends one of one's own. Somebody else's is not there to be ended. */
export async function endOne(viewer: Member, id: string): Promise<undefined> {
  await db.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', viewer.id).execute()
}

/** Ends all, this one too, and with them the links by mail that would open new ones. */
export async function endAll(viewer: Member, answer: Headers): Promise<undefined> {
  await transaction(async (tx) => {
    await lockToChange(tx, viewer.id)
    await forgetLetters(tx, viewer.id)
    await tx.deleteFrom('sessions').where('user_id', '=', viewer.id).execute()
  })
  log.info('signed out everywhere', { userId: viewer.id })
  forgetHere(answer)
}

/** For the operator: ends every session of the person of this e-mail, or of everybody. Says how many. */
export async function signOutBy(email: string): Promise<number> {
  const all = email === 'everybody'
  const sessions = await transaction(async (tx) => {
    // As `lockToChange`: who is about to sign in waits, and finds what they came with gone.
    await tx
      .selectFrom('users')
      .select('id')
      .$if(!all, (q) => q.where('email', '=', email.toLowerCase()))
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const theirs = (ids: 'sessions' | 'sign_in_links' | 'halfway') =>
      tx
        .deleteFrom(ids)
        .$if(!all, (q) =>
          q.where('user_id', 'in', (eb) =>
            eb.selectFrom('users').select('id').where('email', '=', email.toLowerCase()),
          ),
        )
    await theirs('sign_in_links').execute()
    await theirs('halfway').execute()
    return Number((await theirs('sessions').executeTakeFirst()).numDeletedRows)
  })
  log.info('signed out by the operator', { sessions })
  return sessions
}
