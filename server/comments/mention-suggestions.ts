import { sql } from 'kysely'
import type { ParsedInputOf, ResponseOf } from '#contract/endpoint.ts'
import { type getMentionSuggestions, maxMentionSuggestions } from '#contract/engagement/mentions.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { selectItemsWithReadableComments } from '#server/access-policy/content-queries.ts'
import { canMention } from '#server/access-policy/mention-policy.ts'
import {
  isPersonVisible,
  selectVisiblePeople,
  visiblePeopleSql,
} from '#server/access-policy/profile-queries.ts'
import { hasMuted } from '#server/access-policy/visible-profiles.ts'
import { db } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { isThreadAuthorVisible } from './comment-permissions.ts'

/** The number of comments and the number of followed people from which suggestions are taken. */
const maxCandidates = 100

type Query = ParsedInputOf<typeof getMentionSuggestions>['query']

/**
 * Suggests people whom the viewer may mention in a comment: first the creator of the video, then the people
 * in the thread (for a new thread, all commenters), then the people whom the viewer follows.
 */
export async function suggestMentions(
  viewer: Member,
  contentId: string,
  { q, thread }: Query,
): Promise<ResponseOf<typeof getMentionSuggestions>> {
  enforceRateLimit('suggestions', viewer.id)
  const item = await selectItemsWithReadableComments(viewer)
    .select('content.user_id')
    .where('content.id', '=', contentId)
    .executeTakeFirst()
  if (!item) throw new ApiError('content_not_found')
  const startsWithQuery = sql<boolean>`starts_with(lower(profiles.username), ${q.toLowerCase()})`
  const { rows } = await sql<{ username: string; avatar_url: string | null }>`
    with candidates as (
      select ${item.user_id}::uuid as user_id, 0 as rank
      union all select user_id, 1 from (${selectRecentAuthors(viewer, contentId, thread)}) as author
      union all select user_id, 2 from (${selectVisiblePeople(viewer)
        .innerJoin('follows', 'follows.followed_id', 'profiles.user_id')
        .select('profiles.user_id')
        .where('follows.follower_id', '=', viewer.id)
        .where('follows.state', '=', 'approved')
        .where(startsWithQuery)
        .orderBy(sql`lower(profiles.username)`)
        .limit(maxCandidates)}) as followed
    )
    select profiles.username, profiles.avatar_url
    from (select user_id, min(rank) as rank from candidates group by user_id) as candidate
    join ${visiblePeopleSql(viewer)} as profiles on profiles.user_id = candidate.user_id
    where profiles.user_id <> ${viewer.id} and ${startsWithQuery}
      and not ${hasMuted(viewer, sql.ref('profiles.user_id'))}
      and ${canMention(sql`${viewer.id}::uuid`, sql.ref('profiles.user_id'))}
    order by candidate.rank, lower(profiles.username) limit ${maxMentionSuggestions}`.execute(db)
  return { items: rows }
}

/**
 * Selects the authors of the newest comments that the viewer can see, either in one thread or among the
 * comments that start a thread.
 */
function selectRecentAuthors(viewer: Member, contentId: string, threadId: string | undefined) {
  return db
    .selectFrom('comments')
    .leftJoin('comments as thread', 'thread.id', 'comments.parent_id')
    .select('comments.user_id')
    .where('comments.content_id', '=', contentId)
    .where('comments.moderation', '=', 'approved')
    .where(isPersonVisible(viewer, sql.ref('comments.user_id')))
    .where(isThreadAuthorVisible(viewer))
    .where(
      threadId === undefined
        ? sql<boolean>`comments.parent_id is null`
        : sql<boolean>`(comments.id = ${threadId} or comments.parent_id = ${threadId})`,
    )
    .orderBy('comments.created_at', 'desc')
    .limit(maxCandidates)
}
