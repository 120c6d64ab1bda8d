import { sql } from 'kysely'
import type { CommentMention } from '#contract/engagement/comments.ts'
import { findMentionedNames, maxMentionsPerComment } from '#contract/engagement/mentions.ts'
import { canMention } from '#server/access-policy/mention-policy.ts'
import { selectVisiblePeople, visiblePeopleSql } from '#server/access-policy/profile-queries.ts'
import { hasMuted } from '#server/access-policy/visible-profiles.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { anonymousViewer, type Member, type Viewer } from '#server/platform/http/viewer.ts'
import { enforceCrossProcessRateLimit } from '#server/rate-limits/activity-rate-limits.ts'

/**
 * Stores whom a new comment mentions, and returns its mentions. A username stays plain text if it belongs to
 * no account or to someone the author may not mention. The author of the comment is not told why the username
 * stays plain text. When a comment is edited, `kept` contains the usernames whose mentions are already
 * stored.
 */
export async function saveMentions(
  tx: Tx,
  author: Member,
  commentId: string,
  body: string,
  kept: readonly string[] = [],
): Promise<CommentMention[]> {
  const names = findMentionedNames(body)
  if (names.length === 0) return []
  const room = maxMentionsPerComment - kept.length
  const fresh = names.filter((name) => !kept.includes(name))
  const people = fresh.length > 0 ? await findMentionablePeople(tx, author, fresh) : new Map()
  const added = fresh.filter((name) => people.has(name)).slice(0, room)
  if (added.length > 0) {
    await enforceCrossProcessRateLimit(tx, 'mentions', author.id)
    // Locks the accounts, so that they cannot be erased before the mentions are stored.
    await sql`insert into comment_mentions (comment_id, user_id, name)
      select ${commentId}, users.id, mentioned.name
      from unnest(${added.map((name) => people.get(name))}::uuid[], ${added}::text[]) as mentioned (user_id, name)
      join users on users.id = mentioned.user_id
      order by users.id for key share of users on conflict do nothing`.execute(tx)
  }
  return kept.length + added.length > 0 ? loadMentions(tx, author, commentId) : []
}

/** Updates the mentions of a comment whose text was edited, and returns them. */
export async function updateMentions(
  tx: Tx,
  author: Member,
  commentId: string,
  body: string,
): Promise<CommentMention[]> {
  await tx
    .deleteFrom('comment_mentions')
    .where('comment_id', '=', commentId)
    .where(sql<boolean>`not name = any(${findMentionedNames(body)}::text[])`)
    .execute()
  const rows = await tx
    .selectFrom('comment_mentions')
    .select('name')
    .where('comment_id', '=', commentId)
    .execute()
  const kept = rows.map(({ name }) => name)
  return saveMentions(tx, author, commentId, body, kept)
}

/** Returns the ids of the people with these usernames whom the author may mention. */
async function findMentionablePeople(tx: Tx, author: Member, names: string[]): Promise<Map<string, string>> {
  const people = await selectVisiblePeople(author, tx)
    .select(['profiles.user_id', sql<string>`lower(username)`.as('name')])
    .where(sql<boolean>`lower(username) = any(${names}::text[])`)
    .where('profiles.user_id', '!=', author.id)
    .where(canMention(sql`${author.id}::uuid`, sql.ref('profiles.user_id')))
    .execute()
  return new Map(people.map(({ name, user_id }) => [name, user_id]))
}

async function loadMentions(tx: Tx, author: Member, commentId: string): Promise<CommentMention[]> {
  const row = await tx
    .selectFrom('comments')
    .select(selectVisibleMentions(author))
    .where('id', '=', commentId)
    .executeTakeFirstOrThrow()
  return row.mentions
}

/**
 * Selects the people whom a comment mentions, if the viewer can see them. People whom the viewer has muted
 * are left out, as in live updates (`live-update-access.ts`). Crawlers get no mentions, because mention links
 * would lead crawlers from an indexable page to profiles of minors.
 */
export function selectVisibleMentions(viewer: Viewer) {
  if (viewer.kind === 'anonymous' && viewer.isCrawler) return sql<CommentMention[]>`'[]'::json`.as('mentions')
  return sql<CommentMention[]>`coalesce((select json_agg(json_build_object('name', comment_mentions.name,
      'user_id', person.user_id, 'username', person.username) order by comment_mentions.name)
    from comment_mentions join ${visiblePeopleSql(viewer)} as person on person.user_id = comment_mentions.user_id
    where comment_mentions.comment_id = comments.id
      and not ${hasMuted(viewer, sql.ref('comment_mentions.user_id'))}), '[]')`.as('mentions')
}

/**
 * Selects everyone whom a comment mentions, for live updates. Each viewer's connection leaves out the people
 * whom the viewer has blocked or muted.
 */
export const allCommentMentionsSql = selectVisibleMentions(anonymousViewer)
