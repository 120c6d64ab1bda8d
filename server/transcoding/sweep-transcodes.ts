import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { config } from '#server/platform/config.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { isCurrentTranscodeAttempt } from './transcode-attempt.ts'
import { requeueTranscode } from './requeue-transcode.ts'
import { isTranscodeAttemptStalled } from './stalled-attempt.ts'
import { requeueForgottenPieces } from './pieces/sweep-pieces.ts'
import { requeueStalledReplacements } from './replacements/requeue-replacement.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'

const minute = 60_000
/** How long replaced renditions are kept, so that viewers can finish a video that they are watching. */
const supersededRetentionMs = 6 * 60 * minute

/** Removes the segments of renditions that were removed from the master playlist at least six hours ago. */
export async function sweepOldRenditions(now: number = Date.now()): Promise<void> {
  const rows = await selectItemsWithoutAccessCheck()
    .innerJoin('renditions', 'renditions.content_id', 'content.id')
    .select(['content_id', 'folder', 'playback_id'])
    .where('superseded_at', '<', new Date(now - supersededRetentionMs))
    .limit(1000)
    .execute()
  for (const { content_id, folder, playback_id } of rows) {
    await storage.remove(`media/${playback_id}/${folder}`)
    await db
      .deleteFrom('renditions')
      .where('content_id', '=', content_id)
      .where('folder', '=', folder)
      .execute()
    await removeEmptyAttempt(content_id, playback_id, Number(folder.split('/')[0]))
  }
}

/**
 * Removes the remaining files of a replaced transcode attempt once the last rendition of the attempt has been
 * removed.
 */
async function removeEmptyAttempt(contentId: string, playbackId: string, fence: number): Promise<void> {
  const wanted = await db
    .selectFrom('streams')
    .leftJoin('renditions', (on) =>
      on.onRef('renditions.content_id', '=', 'streams.content_id').on('renditions.fence', '=', fence),
    )
    .select('streams.id')
    .where('streams.content_id', '=', contentId)
    .where((row) => row.or([row('streams.fence', '=', fence), row('renditions.name', 'is not', null)]))
    .executeTakeFirst()
  if (!wanted) await storage.remove(`media/${playbackId}/${fence}`)
}

/** Matches streams that have an unfinished job in the queue. */
export const hasQueuedTranscodeJob = sql<boolean>`exists (select from pgboss.job where name = 'process' and state < 'completed'
  and data->>'contentId' = streams.content_id::text)`

/** The work folder of an attempt, or of a piece that belongs to an attempt. */
export const workFolderPattern = /^([0-9a-f-]{36})-(\d+)(?:-piece-[\w-]+)?$/

/**
 * Matches streams whose pieces the workers encode. Whether these pieces still make progress is a question for
 * `requeueForgottenPieces`.
 */
export const hasPieces = sql<boolean>`exists (select from transcode_pieces
  where content_id = streams.content_id and fence = streams.fence)`

/** Removes the work folders of killed workers and requeues streams that no worker is processing. */
export async function sweepWorkFolders(now: number = Date.now()): Promise<void> {
  await requeueStalledStreams(now)
  await requeueStalledReplacements(now)
  await requeueForgottenPieces()
  const work = join(config.dataDir, 'work')
  for (const name of await readdir(work).catch(() => [])) {
    const [, contentId, fence] = workFolderPattern.exec(name) ?? []
    if (contentId && (await isCurrentTranscodeAttempt({ contentId, fence: Number(fence) }))) continue
    await rm(join(work, name), { recursive: true, force: true })
  }
}

/**
 * A stream is requeued if a worker started to process it but has sent no heartbeat for ten minutes, even if
 * the queue still contains a job for the stream. A waiting stream is requeued if the queue no longer contains
 * a job for it. Requeuing stalled streams here is only a safety net, because the queue itself detects a dead
 * worker within half a minute.
 */
async function requeueStalledStreams(now: number): Promise<void> {
  await transaction(async (tx) => {
    const silent = await tx
      .updateTable('streams')
      .set({ state: 'received', started_at: null })
      .where('state', 'in', ['received', 'probed', 'encoding'])
      .where(isTranscodeAttemptStalled(now, hasQueuedTranscodeJob))
      .where(sql<boolean>`not ${hasPieces}`)
      .returning('content_id')
      .execute()
    for (const { content_id } of silent) await requeueTranscode(tx, content_id)
    if (silent.length > 0) log.warn('requeued stalled streams', { streams: silent.length })
  })
}
