import { sql } from 'kysely'
import { emitEvent } from '#server/domain-events.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { db, type Tx, transaction } from '#server/platform/db/db.ts'
import { createCounter } from '#server/platform/metrics/registry.ts'
import { defineJob, enqueue } from '#server/platform/queue/queue.ts'
import { scheduledPublicationColumns } from './publication.ts'

/**
 * This job publishes a scheduled video on time. A cron job publishes overdue videos, for example after an
 * outage of all workers.
 */
export const publishVideoJob = defineJob<{ contentId: string }>('publish-scheduled-video', {
  retryLimit: 5,
})

const published = createCounter(
  'afterbell_scheduled_videos_published_total',
  'Scheduled videos that this process has published',
)

/** Enqueues the job. If the video is rescheduled to a later time, this job does nothing. */
export async function enqueueScheduledPublication(tx: Tx, contentId: string, at: Date): Promise<void> {
  await enqueue(tx, publishVideoJob, { contentId }, { startAfter: at })
}

/**
 * Publishes the video if its publish time has come. The UPDATE is conditional, and the domain event is
 * emitted in the same transaction. Even if several workers run this job, the video is published once and its
 * followers are notified once. A video that is still being processed or awaits approval becomes visible once
 * it is processed and approved.
 */
export async function publishScheduledVideo({ contentId }: { contentId: string }): Promise<void> {
  const isPublished = await transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('content')
      .set(scheduledPublicationColumns)
      .where('id', '=', contentId)
      .where(isDue)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await emitEvent(tx, { type: 'content_visibility_changed', contentId })
    return true
  })
  if (isPublished) published.inc()
}

/** Publishes all videos that are due, each in a separate transaction. */
export async function publishOverdueVideos(): Promise<void> {
  const due = await selectItemsWithoutAccessCheck(db)
    .select('id')
    .where(isDue)
    .orderBy('publish_at')
    .orderBy('id')
    .execute()
  for (const { id } of due) await publishScheduledVideo({ contentId: id })
}

const isDue = sql<boolean>`publication_state = 'scheduled' and deleted_at is null and publish_at <= now()`
