import { sql } from 'kysely'
import type { WebhookEventType } from '#contract/admin/webhooks.ts'
import {
  selectItemsWithReadableComments,
  selectListedBroadcasts,
  selectListedItems,
} from '#server/access-policy/content-queries.ts'
import { isPersonHidden } from '#server/access-policy/profile-queries.ts'
import { isItemIndexable } from '#server/access-policy/search-indexing.ts'
import { isListed } from '#server/access-policy/visible-content.ts'
import { isCommentVisibleTo } from '#server/comments/visible-comments.ts'
import { config } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import { anonymousViewer } from '#server/platform/http/viewer.ts'
import type { WebhookEvent } from './webhook-events.ts'

/** The `data` of a payload, and the person whom the event is about. */
export interface WebhookSubject {
  userId: string | null
  data: Record<string, unknown>
}

/**
 * Loads what a program outside the site may know about the subject of an event. Returns null if anonymous visitors cannot
 * find the item or comment, or if it does not exist any more.
 */
export function loadWebhookSubject({ type, subjectId }: WebhookEvent): Promise<WebhookSubject | null> {
  return loaders[type](subjectId)
}

const loaders: Record<WebhookEventType, (id: string) => Promise<WebhookSubject | null>> = {
  'video.ready': loadVideo,
  'video.published': loadVideo,
  'live.started': loadBroadcast,
  'comment.created': loadComment,
  'report.opened': loadCase,
  'webhook.test': async (id) => ({ userId: null, data: { webhook_id: id } }),
}

async function loadVideo(id: string): Promise<WebhookSubject | null> {
  const row = await withItemColumns(selectListedItems(anonymousViewer))
    .where('content.id', '=', id)
    .executeTakeFirst()
  return row ? presentItem(row) : null
}

/** After the broadcast has ended, the item is the recording. */
async function loadBroadcast(id: string): Promise<WebhookSubject | null> {
  const row = await withItemColumns(selectListedBroadcasts(anonymousViewer))
    .where('content.id', '=', id)
    .executeTakeFirst()
  return row ? presentItem(row) : loadVideo(id)
}

function withItemColumns(query: ReturnType<typeof selectListedItems>) {
  return query
    .select(['content.id', 'content.user_id', 'content.content_type', 'content.title', 'content.created_at'])
    .select('creator.username')
    .select(isItemIndexable().as('is_indexable'))
}

interface ItemRow {
  id: string
  user_id: string
  content_type: string
  title: string
  created_at: Date
  username: string | null
  is_indexable: boolean
}

/**
 * The title and the creator leave the site only if search engines may have them too. The content of people under 18 never
 * may, so a program learns only the id and the link.
 */
function presentItem(row: ItemRow): WebhookSubject {
  const data = {
    content_id: row.id,
    content_type: row.content_type,
    url: `${config.publicUrl}/watch/${row.id}`,
    title: row.is_indexable ? row.title : null,
    creator: row.is_indexable ? row.username : null,
    created_at: row.created_at.toISOString(),
  }
  return { userId: row.user_id, data }
}

async function loadComment(id: string): Promise<WebhookSubject | null> {
  const row = await selectItemsWithReadableComments(anonymousViewer)
    .innerJoin('comments', 'comments.content_id', 'content.id')
    .select(['comments.id', 'comments.content_id', 'comments.parent_id', 'comments.user_id'])
    .select('comments.created_at')
    .where('comments.id', '=', id)
    .where('comments.broadcast_ms', 'is', null)
    .where(isListed(anonymousViewer))
    .where(isCommentVisibleTo(anonymousViewer, ''))
    .where(sql<boolean>`not ${isPersonHidden(anonymousViewer, sql.ref('comments.user_id'))}`)
    .executeTakeFirst()
  if (!row) return null
  const data = {
    comment_id: row.id,
    content_id: row.content_id,
    parent_id: row.parent_id,
    url: `${config.publicUrl}/watch/${row.content_id}#comments`,
    created_at: row.created_at.toISOString(),
  }
  return { userId: row.user_id, data }
}

/** A report says neither who sent it nor about whom, and contains no text. */
async function loadCase(id: string): Promise<WebhookSubject | null> {
  const row = await db
    .selectFrom('cases')
    .select(['id', 'subject', 'priority', 'user_id', 'opened_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const data = {
    case_id: row.id,
    subject: row.subject,
    priority: row.priority,
    url: `${config.publicUrl}/mod/cases/${row.id}`,
    opened_at: row.opened_at.toISOString(),
  }
  return { userId: row.user_id, data }
}
