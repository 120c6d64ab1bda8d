import { ApiError } from '#contract/errors/api-error.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { loadPasswordHash } from './passwords/stored-password-hash.ts'

/*
 * A sign-in takes time, for example to verify a password, check a signature or redeem a link. During a
 * sign-in, the account's owner can change the password, remove a passkey or end every session. For this
 * reason, code that opens a session locks the account's row in the transaction that inserts the session, and
 * checks the sign-in method again in that transaction. Code that changes a sign-in method or ends all
 * sessions locks the same row first. As a result, a sign-in and a credential change run one after the other,
 * and no session survives a credential change that is meant to end it.
 */

/**
 * Locks the account's row before a session for the account is created. Concurrent sign-ins do not wait for
 * each other, but they wait while a sign-in method of the account is being changed.
 */
export async function lockAccountRowForSignIn(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forShare().execute()
}

/**
 * Locks the account for a sign-in whose password has been verified (see `lockAccountRowForSignIn`). Rejects
 * the sign-in if the password has changed since it was verified.
 */
export async function lockAccountRowForPasswordSignIn(
  tx: Tx,
  { userId, hash }: { userId: string; hash: string },
) {
  await lockAccountRowForSignIn(tx, userId)
  if ((await loadPasswordHash(tx, userId)) !== hash) throw new ApiError('sign_in_failed')
}

/** Locks the account's row before a sign-in method is changed or all sessions are ended. */
export async function lockAccountRowForCredentialChange(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/**
 * Locks the viewer's account like `lockAccountRowForCredentialChange`. Throws if the viewer's session has
 * already ended.
 */
export async function lockOwnAccountRow(tx: Tx, { id, session }: Member): Promise<void> {
  await lockAccountRowForCredentialChange(tx, id)
  const alive = await tx.selectFrom('sessions').select('id').where('id', '=', session.id).executeTakeFirst()
  if (!alive) throw new ApiError('not_signed_in')
}
