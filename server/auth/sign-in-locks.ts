import { ApiError } from '#contract/errors/api-error.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'

/*
 * A sign-in takes time: a password is verified, a signature checked, a link read. Meanwhile the owner may set another password, remove
 * a passkey or end every session. So whoever opens a session locks the account's row in the transaction that inserts it, and checks
 * there once more what was verified; whoever changes a way in or ends all sessions locks the same row before anything else. One of the
 * two comes first, and no session outlives what should have ended it.
 */

/** Before a session is opened. Many may sign in at once, but none while a way in is changed. */
export async function lockForSignIn(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forShare().execute()
}

/** As `lockForSignIn`, after a password was verified: refused like a wrong one if it is no longer the password. */
export async function lockForPasswordSignIn(tx: Tx, { userId, hash }: { userId: string; hash: string }) {
  await lockForSignIn(tx, userId)
  if ((await loadPasswordHash(tx, userId)) !== hash) throw new ApiError('sign_in_failed')
}

/** Before a way in is changed, or all sessions end. */
export async function lockForCredentialChange(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** As `lockForCredentialChange`, for the person themself: a session that has ended meanwhile changes nothing any more. */
export async function lockOwnCredentials(tx: Tx, { id, session }: Member): Promise<void> {
  await lockForCredentialChange(tx, id)
  const alive = await tx.selectFrom('sessions').select('id').where('id', '=', session.id).executeTakeFirst()
  if (!alive) throw new ApiError('not_signed_in')
}

export async function loadPasswordHash(on: Pick<Tx, 'selectFrom'>, userId: string): Promise<string | null> {
  const row = await on
    .selectFrom('sign_in_methods')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  return row?.password ?? null
}
