import { type RawBuilder, sql } from 'kysely'
import type { WebhookEventType } from '#contract/admin/webhooks.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { isAnnounceable } from '#server/access-policy/visible-content.ts'
import type { DomainEvent } from '#server/domain-events.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { defineJob, enqueue } from '#server/platform/queue/queue.ts'

/** An event that endpoints can subscribe to, and the item, comment or case that it is about. */
export interface WebhookEvent {
  type: WebhookEventType
  subjectId: string
}

/** This job creates the deliveries of an event. */
export const webhookEventJob = defineJob<WebhookEvent>('webhook-event', {
  retryLimit: 5,
  deleteAfterSeconds: 3600,
})

/**
 * Enqueues the webhook events of a domain event in its transaction. If no endpoint subscribes to them, this costs one
 * query on a table with at most 20 rows. This listener must run before `announceNewVideo`, which marks videos as
 * announced.
 */
export async function emitWebhookEvents(tx: Tx, event: DomainEvent): Promise<void> {
  for (const found of findWebhookEvents(event))
    if (await hasSubscribers(tx, found)) await enqueue(tx, webhookEventJob, found)
}

function findWebhookEvents(event: DomainEvent): WebhookEvent[] {
  switch (event.type) {
    case 'upload_ready':
      return [
        { type: 'video.ready', subjectId: event.contentId },
        { type: 'video.published', subjectId: event.contentId },
      ]
    case 'content_visibility_changed':
      return [{ type: 'video.published', subjectId: event.contentId }]
    case 'broadcast_changed':
      return [{ type: 'live.started', subjectId: event.contentId }]
    case 'comment_posted':
      return [{ type: 'comment.created', subjectId: event.comment.id }]
    case 'report_opened':
      return [{ type: 'report.opened', subjectId: event.caseId }]
    default:
      return []
  }
}

async function hasSubscribers(tx: Tx, { type, subjectId }: WebhookEvent): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from webhook_endpoints
      where is_enabled and ${type} = any(event_types)) and ${isDue(tx, type, subjectId)} as found`.execute(tx)
  return rows[0]!.found
}

/** Whether the event occurs now: a video becomes visible for the first time, or a broadcast is on air. */
function isDue(tx: Tx, type: WebhookEventType, subjectId: string): RawBuilder<boolean> {
  if (type !== 'video.published' && type !== 'live.started') return sql`true`
  const item = selectItemsWithoutAccessCheck(tx)
    .select(sql.lit(1).as('one'))
    .where('id', '=', subjectId)
    .where(isAnnounceable)
    .where('stream_status', '=', type === 'live.started' ? 'live' : 'ready')
    .$if(type === 'video.published', (query) => query.where('followers_notified_at', 'is', null))
  return sql<boolean>`exists ${item}`
}
