import { sql } from 'kysely'
import { selectPeopleWithoutAccessCheck } from '#server/access-policy/profile-queries.ts'
import { db } from '#server/platform/db/db.ts'

/** Selects the user's helpers for the data export, and the creators whose helper the user is. */
export function selectExportedChatHelpers(userId: string) {
  return sql`select case when creator_id = ${userId} then 'your helper' else 'you help' end as role,
      person.username, chat_helpers.created_at
    from chat_helpers join (${selectPeopleWithoutAccessCheck().select(['user_id', 'username'])}) as person
      on person.user_id = case when creator_id = ${userId} then helper_id else creator_id end
    where creator_id = ${userId} or helper_id = ${userId} order by chat_helpers.created_at`
}

/** Selects the chat messages by other people that the user has removed, without their texts. */
export function selectExportedChatRemovals(userId: string) {
  return db
    .selectFrom('chat_removals')
    .select(['comment_id', 'removed_at'])
    .where('removed_by', '=', userId)
    .orderBy('removed_at')
}
