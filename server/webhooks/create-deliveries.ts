import { sql } from 'kysely'
import { transaction } from '#server/platform/db/db.ts'
import { wakeWebhookDispatcher } from './dispatcher.ts'
import type { WebhookEvent } from './webhook-events.ts'
import { loadWebhookSubject } from './webhook-payload.ts'

/**
 * Stores an event and one delivery per endpoint that subscribes to it. An event about something that an external program
 * may not see is not stored. If the job runs again, it changes nothing.
 */
export async function createWebhookDeliveries({ type, subjectId }: WebhookEvent): Promise<void> {
  const subject = await loadWebhookSubject({ type, subjectId })
  if (!subject) return
  await transaction(async (tx) => {
    const event = await tx
      .insertInto('webhook_events')
      .values({ type, subject_id: subjectId, user_id: subject.userId })
      .onConflict((row) => row.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!event) return
    await sql`insert into webhook_deliveries (event_id, endpoint_id)
      select ${event.id}, id from webhook_endpoints where is_enabled and ${type} = any(event_types)`.execute(
      tx,
    )
  })
  wakeWebhookDispatcher()
}
