import { Refusal } from '#contract/refusals.ts'
import { announce } from '../events.ts'
import { type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { people } from '../safety/people.ts'
import { lockPair } from './between.ts'

/** Blocks somebody: from this commit on neither exists for the other, and neither follows the other. */
export function block(viewer: Member, userId: string): Promise<{ blocked: boolean }> {
  return transaction(async (tx) => {
    await lockPair(tx, viewer.id, userId)
    if (await isBlockedBy(tx, viewer.id, userId)) return { blocked: true }
    await refuseUnlessThere(tx, viewer, userId)
    await endFollows(tx, viewer.id, userId)
    await tx.insertInto('blocks').values({ blocker_id: viewer.id, blocked_id: userId }).execute()
    await keepApart(tx, viewer.id, userId)
    return { blocked: true }
  })
}

export function unblock(viewer: Member, userId: string): Promise<{ blocked: boolean }> {
  return transaction(async (tx) => {
    await lockPair(tx, viewer.id, userId)
    const ended = await tx
      .deleteFrom('blocks')
      .where('blocker_id', '=', viewer.id)
      .where('blocked_id', '=', userId)
      .returning('blocked_id')
      .executeTakeFirst()
    if (ended) await keepApart(tx, viewer.id, userId)
    return { blocked: false }
  })
}

/** Mutes somebody: of them one's lists and bell are quiet, and their comments fold. They notice nothing. */
export function mute(viewer: Member, userId: string): Promise<{ muted: boolean }> {
  return transaction(async (tx) => {
    await refuseUnlessThere(tx, viewer, userId)
    await tx
      .insertInto('mutes')
      .values({ muter_id: viewer.id, muted_id: userId })
      .onConflict((row) => row.doNothing())
      .execute()
    await tellSelf(tx, viewer.id)
    return { muted: true }
  })
}

export function unmute(viewer: Member, userId: string): Promise<{ muted: boolean }> {
  return transaction(async (tx) => {
    await tx.deleteFrom('mutes').where('muter_id', '=', viewer.id).where('muted_id', '=', userId).execute()
    await tellSelf(tx, viewer.id)
    return { muted: false }
  })
}

async function isBlockedBy(tx: Tx, blockerId: string, blockedId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('blocks')
    .select('blocked_id')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .executeTakeFirst()
  return row !== undefined
}

async function refuseUnlessThere(tx: Tx, viewer: Member, userId: string): Promise<void> {
  if (viewer.id === userId) throw new Refusal('that_is_you')
  const there = await people(viewer, tx).select('user_id').where('user_id', '=', userId).executeTakeFirst()
  if (!there) throw new Refusal('creator_not_found')
}

async function endFollows(tx: Tx, one: string, other: string): Promise<void> {
  await tx
    .deleteFrom('follows')
    .where('follower_id', 'in', [one, other])
    .where('followed_id', 'in', [one, other])
    .execute()
}

/** Bells and pages of both look again. First the bells, then the rights, each by id: two who block at once never wait in a circle. */
async function keepApart(tx: Tx, one: string, other: string): Promise<void> {
  const pair = [one, other].toSorted() as [string, string]
  await announce(tx, { what: 'distance_changed', between: pair })
  for (const ownerId of pair)
    for (const viewerId of pair) await announce(tx, { what: 'audiences_changed', ownerId, viewerId })
}

/** Nobody but oneself is told of a mute. */
async function tellSelf(tx: Tx, userId: string): Promise<void> {
  await announce(tx, { what: 'distance_changed', between: [userId] })
  await announce(tx, { what: 'audiences_changed', ownerId: userId, viewerId: userId })
}
