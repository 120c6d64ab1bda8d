import type { Tx } from '#server/platform/db/db.ts'
import { getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import { assertMayRegister, loadActiveInvitation, redeemInvitation } from './redeem-invitation.ts'

/*
 * A person who signs up with Google or Apple has an account before they have entered their age. The invitation
 * is remembered until they complete the account, and counts as used only then.
 */

/** Checks whether a new account may be started, and remembers the invitation for it. */
export async function savePendingInvitation(
  tx: Tx,
  userId: string,
  invitationId: string | undefined,
): Promise<void> {
  const invitation = invitationId === undefined ? undefined : { id: invitationId }
  await assertMayRegister(invitation, tx)
  if (getSetting('registration') !== 'invitation') return
  const { id } = await loadActiveInvitation(invitation, tx)
  await tx.insertInto('pending_invitations').values({ user_id: userId, invitation_id: id }).execute()
}

/** Counts the use of the remembered invitation when the account is completed. */
export async function redeemPendingInvitation(tx: Tx, userId: string): Promise<void> {
  const pending = await tx
    .deleteFrom('pending_invitations')
    .where('user_id', '=', userId)
    .returning('invitation_id')
    .executeTakeFirst()
  await redeemInvitation(tx, pending && { id: pending.invitation_id })
}
