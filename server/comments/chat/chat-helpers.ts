import { sql } from 'kysely'
import type { addChatHelper, ChatHelper, listChatHelpers } from '#contract/broadcasts/chat-helpers.ts'
import { chatLimits } from '#contract/broadcasts/chat-limits.ts'
import type { ParsedInputOf, ResponseOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { selectWatchableItems } from '#server/access-policy/content-queries.ts'
import { selectVisiblePeople } from '#server/access-policy/profile-queries.ts'
import { lockOwnAccountRow } from '#server/auth/account-row-locks.ts'
import type { DomainEvent } from '#server/domain-events.ts'
import { db, type Db, type Tx, transaction } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { isAgeAllowed } from './helper-condition.ts'

type HelperList = ResponseOf<typeof listChatHelpers>

/** Lists the helpers of a creator, in the order in which they were added. */
export async function listOwnHelpers(viewer: Member, from: Db | Tx = db): Promise<HelperList> {
  const rows = await selectFollowers(viewer, from)
    .innerJoin('chat_helpers', (join) =>
      join
        .onRef('chat_helpers.helper_id', '=', 'profiles.user_id')
        .onRef('chat_helpers.creator_id', '=', 'follows.followed_id'),
    )
    .where(isAgeAllowed(sql.ref('follows.followed_id'), sql.ref('follows.follower_id')))
    .select(['profiles.user_id', 'username', 'avatar_url', 'chat_helpers.created_at'])
    .orderBy('chat_helpers.created_at')
    .execute()
  const items = rows.map(({ created_at, ...person }): ChatHelper => ({
    ...person,
    since: created_at.toISOString(),
  }))
  return { items }
}

/**
 * Makes a follower a helper. Throws `chat_helpers_full` if the creator already has enough helpers, and
 * `chat_helper_adult` if the creator is a minor and the follower is not.
 */
export async function addHelper(
  viewer: Member,
  { username }: ParsedInputOf<typeof addChatHelper>['body'],
): Promise<HelperList> {
  enforceRateLimit('chatModeration', viewer.id)
  return transaction(async (tx) => {
    // Because of the lock, concurrent requests of one creator run one after another.
    await lockOwnAccountRow(tx, viewer)
    const person = await selectFollowers(viewer, tx)
      .select('profiles.user_id')
      .where(sql<boolean>`lower(username) = lower(${username.replace(/^@/, '')})`)
      .forShare('follows')
      .executeTakeFirst()
    if (!person) throw new ApiError('chat_helper_not_follower')
    const { items } = await listOwnHelpers(viewer, tx)
    if (items.some(({ user_id }) => user_id === person.user_id)) return { items }
    if (items.length >= chatLimits.maxHelpers)
      throw new ApiError('chat_helpers_full', { most: chatLimits.maxHelpers })
    const [creatorId, helperId] = [sql<string>`${viewer.id}::uuid`, sql<string>`${person.user_id}::uuid`]
    const { rows } = await sql`insert into chat_helpers (creator_id, helper_id)
      select ${creatorId}, ${helperId} where ${isAgeAllowed(creatorId, helperId)}
      on conflict do nothing returning helper_id`.execute(tx)
    if (rows.length === 0) throw new ApiError('chat_helper_adult')
    return listOwnHelpers(viewer, tx)
  })
}

export async function removeHelper(viewer: Member, helperId: string): Promise<HelperList> {
  enforceRateLimit('chatModeration', viewer.id)
  await deleteHelper(db, viewer.id, helperId)
  return listOwnHelpers(viewer)
}

/** Ends the viewer's own role as a helper of the creator of a broadcast. */
export async function stopHelping(viewer: Member, contentId: string): Promise<undefined> {
  const item = await selectWatchableItems(viewer)
    .innerJoin('broadcasts', 'broadcasts.content_id', 'content.id')
    .select('broadcasts.user_id')
    .where('content.id', '=', contentId)
    .executeTakeFirst()
  if (!item) throw new ApiError('content_not_found')
  await deleteHelper(db, item.user_id, viewer.id)
}

/** A helper who stops following the creator stops being a helper, also after following again. */
export async function endHelperOfEndedFollow(tx: Tx, event: DomainEvent): Promise<void> {
  if (event.type === 'follow_ended') await deleteHelper(tx, event.followedId, event.followerId)
}

/** Deletes helpers who have turned 18 before their creator. They lost their rights when they turned 18. */
export async function endAdultHelpersOfMinors(): Promise<void> {
  await db
    .deleteFrom('chat_helpers')
    .where(
      sql<boolean>`not ${isAgeAllowed(sql.ref('chat_helpers.creator_id'), sql.ref('chat_helpers.helper_id'))}`,
    )
    .execute()
}

async function deleteHelper(from: Db | Tx, creatorId: string, helperId: string): Promise<void> {
  await from
    .deleteFrom('chat_helpers')
    .where('creator_id', '=', creatorId)
    .where('helper_id', '=', helperId)
    .execute()
}

function selectFollowers(viewer: Member, from: Db | Tx) {
  return selectVisiblePeople(viewer, from)
    .innerJoin('follows', 'follows.follower_id', 'profiles.user_id')
    .where('follows.followed_id', '=', viewer.id)
    .where('follows.state', '=', 'approved')
}
