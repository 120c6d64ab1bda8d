import { type RawBuilder, sql } from 'kysely'
import { isMinor } from '#server/access-policy/profile-queries.ts'

/**
 * Whether a person is a helper of the creator. A helper who no longer follows the creator has no rights, even
 * if the row of the helper still exists. The same applies to an adult helper of a minor.
 */
export function isChatHelper(
  creatorId: RawBuilder<unknown>,
  userId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (select from chat_helpers
    join follows on follows.follower_id = chat_helpers.helper_id and follows.followed_id = chat_helpers.creator_id
    where chat_helpers.creator_id = ${creatorId} and chat_helpers.helper_id = ${userId}
      and follows.state = 'approved' and ${isAgeAllowed(creatorId, userId)})`
}

/** Only minors can be the helpers of a minor. */
export function isAgeAllowed(
  creatorId: RawBuilder<unknown>,
  helperId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(${isMinor(helperId)} or not ${isMinor(creatorId)})`
}
