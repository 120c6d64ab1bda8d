import { type RawBuilder, sql } from 'kysely'
import { firstRepliesCount, maxCountedReplies } from '#contract/engagement/comment-limits.ts'
import { isPersonHidden, selectVisiblePeople } from '#server/access-policy/profile-queries.ts'
import { allowsSearchIndexing } from '#server/access-policy/search-indexing-consent.ts'
import { hasMuted } from '#server/access-policy/visible-profiles.ts'
import { db } from '../platform/db/db.ts'
import { createKeyset } from '#server/platform/db/keyset-pagination.ts'
import { type Viewer, getViewerId } from '../platform/http/viewer.ts'
import { selectVisibleMentions } from './comment-mentions.ts'
import { commentColumns, commentLikesCount, type CommentRow } from './present-comment.ts'

const { rowCursor } = createKeyset('comments')

/** A comment as a viewer sees it. `place` is the pagination cursor of the comment. */
export interface CommentRowForViewer extends CommentRow {
  is_minor: boolean
  place: string
}

/**
 * Selects the comments that start a thread. A comment that the viewer cannot see, because it was deleted,
 * removed or held, is selected only if the viewer can see one of its replies. For a comment that the viewer
 * cannot see, `is_visible` is false. If the viewer cannot see the author of the comment, for example because
 * of a block, the whole thread is hidden.
 */
export function selectCommentThreads(viewer: Viewer, ownerId: string, cursor = rowCursor) {
  const isVisible = isCommentVisibleTo(viewer, ownerId)
  const replies = visibleRepliesSql(viewer, ownerId)
  return db
    .selectFrom('comments')
    .leftJoinLateral(selectAuthor(viewer), (join) => join.onTrue())
    .select(commentColumns)
    .select([commentLikesCount, isLikedBy(viewer), selectVisibleMentions(viewer)])
    .select(['username', 'avatar_url', 'comments.moderation', 'held_for', 'is_minor'])
    .select(hasMuted(viewer, sql.ref('comments.user_id')).as('folded'))
    .select(cursor.as('place'))
    .select(isVisible.as('is_visible'))
    .select(
      sql<number>`(select count(*)::int from (${replies} limit ${sql.lit(maxCountedReplies)}) as counted)`.as(
        'replies_count',
      ),
    )
    .where('comments.parent_id', 'is', null)
    .where('comments.broadcast_ms', 'is', null)
    .where(
      sql<boolean>`case when ${isVisible} then profiles.user_id is not null else exists (${replies}) end`,
    )
}

/**
 * Selects the author of the comment in the outer query, if the viewer can see the author. The limit makes
 * PostgreSQL look up the authors one at a time, in the order of the comments. Without the limit, PostgreSQL
 * would read and sort all comments on the video, because it estimates that each video has only a few
 * comments. For a video with 10,000 threads, loading a page of comments would take 80 ms.
 */
export function selectAuthor(viewer: Viewer) {
  return selectVisiblePeople(viewer)
    .selectAll()
    .where('profiles.user_id', '=', sql.ref<string>('comments.user_id'))
    .limit(sql.lit(1))
    .as('profiles')
}

/** Selects the replies that the viewer can see. */
export function selectReplies(viewer: Viewer, ownerId: string) {
  return db
    .selectFrom('comments')
    .innerJoinLateral(selectAuthor(viewer), (join) => join.onTrue())
    .select(commentColumns)
    .select([commentLikesCount, isLikedBy(viewer), selectVisibleMentions(viewer)])
    .select(['profiles.user_id', 'username', 'avatar_url', 'comments.moderation', 'held_for', 'is_minor'])
    .select(hasMuted(viewer, sql.ref('comments.user_id')).as('folded'))
    .select(rowCursor.as('place'))
    .where('comments.parent_id', 'is not', null)
    .where(isCommentVisibleTo(viewer, ownerId))
}

/** Loads the first replies of several threads, oldest first, by the id of the thread. */
export async function loadFirstReplies(
  viewer: Viewer,
  ownerId: string,
  threadIds: string[],
): Promise<Map<string, CommentRowForViewer[]>> {
  if (threadIds.length === 0) return new Map()
  const ofThread = selectReplies(viewer, ownerId)
    .where('comments.parent_id', '=', sql.ref<string>('thread.id'))
    .orderBy('comments.created_at')
    .orderBy('comments.id')
    .limit(sql.lit(firstRepliesCount))
  const { rows } = await sql<CommentRowForViewer>`
    select reply.* from unnest(${threadIds}::uuid[]) as thread(id) cross join lateral (${ofThread}) as reply
    order by reply.created_at, reply.id`.execute(db)
  return Map.groupBy(rows, (row) => row.parent_id!)
}

/** Whether the viewer likes a comment. */
function isLikedBy(viewer: Viewer) {
  const id = getViewerId(viewer)
  return (
    id === null
      ? sql<boolean>`false`
      : sql<boolean>`exists (select from comment_likes
          where comment_likes.comment_id = comments.id and comment_likes.user_id = ${id})`
  ).as('liked')
}

/** Selects the visible replies to the comment in the outer query. */
function visibleRepliesSql(viewer: Viewer, ownerId: string): RawBuilder<unknown> {
  return sql`select from comments reply
    where reply.parent_id = comments.id and ${isCommentVisibleTo(viewer, ownerId, 'reply')}
      and not ${isPersonHidden(viewer, sql.ref('reply.user_id'))}`
}

/**
 * Matches the comments that a viewer can see. Approved comments are visible to everyone, except that crawlers
 * see only indexable comments. A held comment is visible to its author. A held comment that awaits the
 * approval of the item's owner is also visible to that owner.
 */
export function isCommentVisibleTo(viewer: Viewer, owner: string, table = 'comments'): RawBuilder<boolean> {
  const moderation = sql.ref(`${table}.moderation`)
  const author = sql.ref(`${table}.user_id`)
  const approved = sql<boolean>`${moderation} = 'approved'`
  if (viewer.kind === 'anonymous')
    return viewer.isCrawler ? sql<boolean>`(${approved} and ${allowsSearchIndexing(author)})` : approved
  const decides = viewer.id === owner ? sql`or ${sql.ref(`${table}.held_for`)} = 'owner'` : sql``
  return sql<boolean>`(${moderation} in ('approved', 'held')
    and (${approved} or ${author} = ${viewer.id} ${decides}))`
}
