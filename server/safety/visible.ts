import { type RawBuilder, sql } from 'kysely'
import { idOf, type Viewer } from '../platform/http/viewer.ts'

/*
 * The one policy on content, as conditions that every query on it must carry. They speak of `content` and of
 * `creator` (profiles, joined by user_id). Constants stand in the SQL as they are: with parameters PostgreSQL could
 * not prove that the partial indexes fit.
 */

/** May this viewer open it? Its owner always, until it is deleted; others when it is public, approved and playable. A lost
 * profile hides nothing here; no list shows what has none. */
export function watchable(viewer: Viewer): RawBuilder<boolean> {
  return sql<boolean>`(content.deleted_at is null and (content.user_id = ${idOf(viewer)} or (
    content.visibility = 'public' and content.moderation in ('approved', 'limited')
    and content.stream_status = 'ready' and creator.is_private is not true and creator.leaving_at is null)))`
}

/** May this viewer find it in lists, search and related? What is limited can be opened, not found. */
export function listed(): RawBuilder<boolean> {
  return sql<boolean>`(content.deleted_at is null and content.visibility = 'public' and content.moderation = 'approved'
    and content.stream_status = 'ready' and not creator.is_private and creator.leaving_at is null)`
}

/** One's own, in every state but deleted. */
export function ownedBy(userId: string): RawBuilder<boolean> {
  return sql<boolean>`(content.deleted_at is null and content.user_id = ${userId})`
}
