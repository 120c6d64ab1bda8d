import { emitEvent } from '#server/domain-events.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { assertUserVisible } from './blocks.ts'

/**
 * Mutes a person. While a person is muted, the viewer's lists and notifications leave out that person, and
 * the person's comments are collapsed. The muted person is not notified.
 */
export function muteUser(viewer: Member, userId: string): Promise<{ muted: boolean }> {
  return transaction(async (tx) => {
    await assertUserVisible(tx, viewer, userId)
    await tx
      .insertInto('mutes')
      .values({ muter_id: viewer.id, muted_id: userId })
      .onConflict((row) => row.doNothing())
      .execute()
    await emitMuteChanged(tx, viewer.id)
    return { muted: true }
  })
}

export function unmuteUser(viewer: Member, userId: string): Promise<{ muted: boolean }> {
  return transaction(async (tx) => {
    await tx.deleteFrom('mutes').where('muter_id', '=', viewer.id).where('muted_id', '=', userId).execute()
    await emitMuteChanged(tx, viewer.id)
    return { muted: false }
  })
}

/**
 * Refreshes the notifications and open pages of the person who muted or unmuted someone. The muted person's
 * pages are not refreshed, because muted people do not learn that they are muted.
 */
export async function emitMuteChanged(tx: Tx, userId: string): Promise<void> {
  await emitEvent(tx, { type: 'block_or_mute_changed', userIds: [userId] })
  await emitEvent(tx, { type: 'creator_visibility_changed', ownerId: userId, viewerId: userId })
}
