import { Refusal } from '#contract/refusals.ts'
import type { Stream } from '#contract/uploads.ts'
import { contentTopic } from '../events.ts'
import { type Db, type Tx, db, transaction } from '../platform/db/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { idOf } from '../platform/http/viewer.ts'
import { publish } from '../platform/live.ts'
import { queue } from '../uploads/complete.ts'
import { ownItems } from '../safety/items.ts'

/** Status of processing, for its owner; for everybody else there is no such stream. */
export async function ownStream(viewer: Viewer, streamId: string): Promise<Stream> {
  return streamOf(db, await ownContentId(db, viewer, streamId))
}

/** Tries a failed processing again, with its tries counted anew. */
export async function retry(viewer: Viewer, streamId: string): Promise<Stream> {
  return transaction(async (tx) => {
    const contentId = await ownContentId(tx, viewer, streamId)
    const { numUpdatedRows } = await tx
      .updateTable('streams')
      .set({ state: 'received', tries: 0, percent: 0, queued_at: new Date(), started_at: null })
      .set({ finished_at: null, error_title: null, error_detail: null })
      .where('content_id', '=', contentId)
      .where('state', '=', 'failed')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Refusal('conflict')
    await tx
      .updateTable('content')
      .set({ stream_status: 'received' })
      .where('id', '=', contentId)
      .where('stream_status', '=', 'failed')
      .execute()
    await requeue(tx, contentId)
    return streamOf(tx, contentId)
  })
}

/** Puts it into the queue again, to begin after so many seconds. */
export async function requeue(tx: Tx, contentId: string, delay = 0): Promise<void> {
  const { file_size } = await tx
    .selectFrom('uploads')
    .select('file_size')
    .where('content_id', '=', contentId)
    .executeTakeFirstOrThrow()
  await queue(tx, contentId, file_size, delay)
  await announceStream(tx, contentId)
}

async function ownContentId(from: Db, viewer: Viewer, streamId: string): Promise<string> {
  const row = await ownItems(idOf(viewer), from)
    .select('content.id')
    .where('stream_id', '=', streamId)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row.id
}

/** Tells the owner's open pages how it stands. The item's events keep this one from everybody else. */
export async function announceStream(tx: Tx, contentId: string): Promise<void> {
  await publish(tx, contentTopic(contentId), 'stream', await streamOf(tx, contentId))
}

/** The queue has moved: tells those who wait in it, the next fifty. */
export async function announceWaiting(): Promise<void> {
  const waiting = await db
    .selectFrom('streams')
    .select('content_id')
    .where('state', '=', 'received')
    .where('started_at', 'is', null)
    .orderBy('queued_at')
    .limit(50)
    .execute()
  for (const { content_id } of waiting) await transaction((tx) => announceStream(tx, content_id))
}

async function streamOf(from: Db, contentId: string): Promise<Stream> {
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
    queue_place: row.state === 'received' && !row.started_at ? await placeOf(from, row.queued_at) : null,
    eta_seconds: row.eta_seconds === null ? null : Math.ceil(row.eta_seconds),
    renditions: await renditionNames(from, contentId),
    waiting_for: row.waiting_for,
    error: title && detail ? { title, detail } : null,
  }
}

async function placeOf(from: Db, queuedAt: Date | null): Promise<number> {
  const { before } = await from
    .selectFrom('streams')
    .select(({ fn }) => fn.countAll<number>().as('before'))
    .where('state', '=', 'received')
    .where('started_at', 'is', null)
    .where('queued_at', '<', queuedAt)
    .executeTakeFirstOrThrow()
  return before + 1
}

/** Which pictures can be played so far, as `240p`, lowest first. */
export async function renditionNames(from: Db, contentId: string): Promise<string[]> {
  const rows = await from
    .selectFrom('renditions')
    .select(['width', 'height'])
    .where('content_id', '=', contentId)
    .where('superseded_at', 'is', null)
    .where('height', '>', 0)
    .orderBy('bandwidth')
    .execute()
  return rows.map(({ width, height }) => `${Math.min(width, height)}p`)
}
