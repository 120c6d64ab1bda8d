import { sql } from 'kysely'
import { ApiError, type ApiErrorCode } from '#contract/errors/api-error.ts'
import { db, type Db, type Tx } from '#server/platform/db/db.ts'
import { getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import { hashToken } from '../random-token.ts'
import { getInvitationState } from './invitation-state.ts'

/** An invitation that a person has opened, by the token of the link or by its id. */
export type InvitationReference = { token: string } | { id: string }

/**
 * Checks whether a person may create an account now. With registration by invitation, they need an invitation
 * that can still be used. The check saves work for requests that fail anyway; `redeemInvitation` decides.
 */
export async function assertMayRegister(
  invitation: InvitationReference | undefined,
  on: Db | Tx = db,
): Promise<void> {
  const mode = getSetting('registration')
  if (mode === 'closed') throw new ApiError('registration_closed')
  if (mode === 'invitation') await loadActiveInvitation(invitation, on)
}

/**
 * Counts one use of the invitation in the transaction that creates the account. The row lock makes concurrent
 * sign-ups wait, so an invitation is never used more often than allowed. Does nothing if registration is open.
 */
export async function redeemInvitation(tx: Tx, invitation: InvitationReference | undefined): Promise<void> {
  const mode = getSetting('registration')
  if (mode === 'open') return
  if (mode === 'closed') throw new ApiError('registration_closed')
  const { id } = await loadActiveInvitation(invitation, tx)
  const used = await tx
    .updateTable('invitations')
    .set({ uses: sql<number>`uses + 1`, last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .whereRef('uses', '<', 'max_uses')
    .returning('id')
    .executeTakeFirst()
  // The invitation was used up or revoked while this request waited for the row lock.
  if (used) return
  await loadActiveInvitation({ id }, tx)
  throw new ApiError('invitation_used_up')
}

interface ActiveInvitation {
  id: string
  expires_at: Date
}

/** Returns an invitation that can be used. Throws an ApiError that says why it cannot be used. */
export async function loadActiveInvitation(
  invitation: InvitationReference | undefined,
  on: Db | Tx = db,
): Promise<ActiveInvitation> {
  if (!invitation) throw new ApiError('invitation_required')
  const row = await on
    .selectFrom('invitations')
    .select(['id', 'expires_at', 'revoked_at', 'uses', 'max_uses'])
    .$if('token' in invitation, (query) =>
      query.where('token_hash', '=', hashToken((invitation as { token: string }).token)),
    )
    .$if('id' in invitation, (query) => query.where('id', '=', (invitation as { id: string }).id))
    .executeTakeFirst()
  if (!row) throw new ApiError('invitation_unknown')
  const state = getInvitationState(row)
  if (state !== 'active') throw new ApiError(`invitation_${state}` satisfies ApiErrorCode)
  return row
}

/** Returns the id of the invitation with this token, whether or not it can still be used. */
export async function findInvitation(token: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('invitations')
    .select('id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return row?.id
}
