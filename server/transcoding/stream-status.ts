import { sql } from 'kysely'
import { presentProcessingError } from '#server/content/processing-errors/processing-errors.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import type { ProcessingStatus } from '#contract/content/uploads.ts'
import { getContentEventTopic } from '#server/domain-events.ts'
import { type Db, type Tx, db, transaction } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { getViewerId } from '#server/platform/http/viewer.ts'
import { publishLiveEvent } from '#server/platform/live-updates/publish-live-event.ts'
import { selectOwnItems } from '#server/access-policy/content-queries.ts'

/** Returns the processing status to the owner. Throws `not_found` for viewers other than the owner. */
export async function loadOwnStreamStatus(viewer: Viewer, streamId: string): Promise<ProcessingStatus> {
  return loadStreamStatus(db, await findOwnContentIdByStream(db, viewer, streamId))
}

export async function findOwnContentIdByStream(from: Db, viewer: Viewer, streamId: string): Promise<string> {
  const row = await selectOwnItems(getViewerId(viewer), from)
    .select('content.id')
    .where('stream_id', '=', streamId)
    .executeTakeFirst()
  if (!row) throw new ApiError('not_found')
  return row.id
}

/**
 * Publishes the processing status to the owner's open pages. Only the owner's live updates include the
 * processing status.
 */
export async function publishStreamStatus(tx: Tx, contentId: string): Promise<void> {
  await publishLiveEvent(tx, getContentEventTopic(contentId), 'stream', await loadStreamStatus(tx, contentId))
}

/** Publishes the new queue positions of the first fifty uploads that are waiting in the queue. */
export async function publishQueuePositions(): Promise<void> {
  const waiting = await db
    .selectFrom('streams')
    .select('content_id')
    .where('state', '=', 'received')
    .where('started_at', 'is', null)
    .orderBy('queued_at')
    .limit(50)
    .execute()
  for (const { content_id } of waiting) await transaction((tx) => publishStreamStatus(tx, content_id))
}

export async function loadStreamStatus(from: Db, contentId: string): Promise<ProcessingStatus> {
  const row = await from
    .selectFrom('streams')
    .selectAll()
    .where('content_id', '=', contentId)
    .executeTakeFirstOrThrow()
  const { error_title: title, error_detail: detail } = row
  return {
    ready: row.playable,
    state: row.state,
    percent: Math.round(row.percent * 10) / 10,
    queue_place:
      row.state === 'received' && !row.started_at ? await queuePosition(from, row.queued_at) : null,
    eta_seconds: row.eta_seconds === null ? null : Math.ceil(row.eta_seconds),
    renditions: await listPlayableQualities(from, contentId),
    waiting_for: row.waiting_for,
    error: detail ? presentProcessingError(title, detail) : null,
  }
}

async function queuePosition(from: Db, queuedAt: Date | null): Promise<number> {
  const { before } = await from
    .selectFrom('streams')
    .select(({ fn }) => fn.countAll<number>().as('before'))
    .where('state', '=', 'received')
    .where('started_at', 'is', null)
    .where('queued_at', '<', queuedAt)
    .executeTakeFirstOrThrow()
  return before + 1
}

/** Lists the playable video qualities, such as `240p`, lowest first. */
export async function listPlayableQualities(from: Db, contentId: string): Promise<string[]> {
  const rows = await from
    .selectFrom('renditions')
    .select(['width', 'height'])
    .where('content_id', '=', contentId)
    .where('superseded_at', 'is', null)
    .where('height', '>', 0)
    .orderBy(sql`least(width, height)`)
    .execute()
  // A quality can exist in several codecs.
  return [...new Set(rows.map(({ width, height }) => `${Math.min(width, height)}p`))]
}
