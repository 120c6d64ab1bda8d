import { emitEvent } from '#server/events.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { assertUserVisible } from './blocks.ts'

/**
 * Mutes a person: the viewer's lists and notifications leave that person out, and their comments are
 * collapsed. The muted person is not told.
 */
export function muteUser(viewer: Member, userId: string): Promise<{ muted: boolean }> {
  return transaction(async (tx) => {
    await assertUserVisible(tx, viewer, userId)
    await tx
      .insertInto('mutes')
      .values({ muter_id: viewer.id, muted_id: userId })
      .onConflict((row) => row.doNothing())
      .execute()
    await announceMuteChange(tx, viewer.id)
    return { muted: true }
  })
}

export function unmuteUser(viewer: Member, userId: string): Promise<{ muted: boolean }> {
  return transaction(async (tx) => {
    await tx.deleteFrom('mutes').where('muter_id', '=', viewer.id).where('muted_id', '=', userId).execute()
    await announceMuteChange(tx, viewer.id)
    return { muted: false }
  })
}

/** Refreshes the open pages of the person who muted; the muted person is not told. */
export async function announceMuteChange(tx: Tx, userId: string): Promise<void> {
  await emitEvent(tx, { what: 'distance_changed', between: [userId] })
  await emitEvent(tx, { what: 'audiences_changed', ownerId: userId, viewerId: userId })
}
