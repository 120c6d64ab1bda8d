import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import type { ProcessingState } from '#contract/content/uploads.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { createTestClip } from '#tests/support/media/generated-clips.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { ResumableUpload } from '../clients/resumable-upload.ts'

/**
 * Clips that cannot be remuxed and must be transcoded. Depending on the clip, transcoding takes about a
 * second, a few seconds or half a minute.
 */
export const clipsToTranscode = {
  short: () => generateClip(2, 320, 180),
  middle: () => generateClip(6, 640, 360),
  long: () => generateClip(40, 1280, 720),
}

async function generateClip(seconds: number, width: number, height: number): Promise<Buffer> {
  const options = { codec: 'mpeg4', container: 'avi', seconds, width, height, fps: 24 } as const
  return readFile(await createTestClip(undefined, options))
}

/** Uploads a clip, which queues the clip for transcoding, and returns the ID of its item. */
export async function uploadClipForTranscoding(member: HttpTestClient, bytes: Buffer): Promise<string> {
  const sending = await ResumableUpload.announce(member, bytes)
  await sending.finish(bytes.length)
  return sending.contentId
}

export interface TranscodeStatus {
  contentId: string
  streamId: string
  state: ProcessingState
  fence: number
  tries: number
  startedAt: Date | null
  error: string | null
}

/** Returns the processing status of these items. */
export async function readTranscodeStatus(contentIds: string[]): Promise<TranscodeStatus[]> {
  if (contentIds.length === 0) return []
  return db
    .selectFrom('streams')
    .select(['content_id as contentId', 'id as streamId', 'state', 'fence', 'tries'])
    .select(['started_at as startedAt', 'error_title as error'])
    .where('content_id', 'in', contentIds)
    .execute()
}

/** Waits until each item is ready, refused or failed, and returns the statuses. */
export async function waitUntilTranscoded(contentIds: string[], seconds: number): Promise<TranscodeStatus[]> {
  const over = ['ready', 'refused', 'failed']
  return waitUntil(async () => {
    const all = await readTranscodeStatus(contentIds)
    return all.every(({ state }) => over.includes(state)) && all
  }, seconds)
}

/** Creates database triggers that insert a row whenever an item's content row or stream becomes ready. */
export async function recordTransitionsToReady(): Promise<void> {
  await sql`create table if not exists became_ready (content_id uuid, what text)`.execute(db)
  for (const [table, column, id] of [
    ['content', 'stream_status', 'id'],
    ['streams', 'state', 'content_id'],
  ]) {
    await sql
      .raw(
        `create or replace function note_${table}() returns trigger language plpgsql as
        $$ begin insert into became_ready values (new.${id}, '${table}'); return null; end $$;
        create or replace trigger note_ready after update on ${table} for each row
        when (old.${column} is distinct from new.${column} and new.${column} = 'ready') execute function note_${table}()`,
      )
      .execute(db)
  }
}

/** Returns the items whose content row or stream never became ready, or became ready more than once. */
export async function findItemsNotReadyExactlyOnce(contentIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ content_id: string }>`select content_id from became_ready
    group by content_id having count(*) = 2 and count(distinct what) = 2`.execute(db)
  const once = new Set(rows.map(({ content_id }) => content_id))
  return contentIds.filter((id) => !once.has(id))
}

/**
 * Makes the last heartbeat of an item's worker look old, so the queue notices immediately that the worker is
 * silent. Normally, the queue takes half a minute to notice a silent worker.
 */
export async function expireTranscodeHeartbeat(contentId: string): Promise<void> {
  await sql`update streams set heartbeat_at = 'epoch' where content_id = ${contentId}`.execute(db)
  await sql`update pgboss.job set state = 'retry', start_after = now() where name = 'process'
    and state in ('active', 'retry') and data->>'contentId' = ${contentId}`.execute(db)
  // Sends the same notification that the queue sends for a new job.
  await sql`select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), 'process')`.execute(db)
}
