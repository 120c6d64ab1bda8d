import { join } from 'node:path'
import { config } from '#server/platform/config.ts'
import { type Tx, db, transaction } from '#server/platform/db/db.ts'
import { publishStreamStatus, publishQueuePositions } from './stream-status.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'

/** One attempt to transcode an upload. Only the newest attempt for an item can publish its results. */
export interface TranscodeAttempt {
  contentId: string
  playbackId: string
  /**
   * The fencing token of this attempt. Only the attempt with the highest token can publish its results. Each
   * attempt gets a higher token than the attempts before it.
   */
  fence: number
  tries: number
  /** The storage key of the uploaded file. */
  original: string
  fileSize: number
  /** A private work folder that is deleted after the attempt. */
  folder: string
  /** Aborted when this process must stop, or when another attempt has taken over the item. */
  signal: AbortSignal
}

/**
 * Thrown when another attempt has taken over the item, or when the item was deleted. A superseded attempt
 * must not publish anything.
 */
export class StaleAttemptError extends Error {
  override name = 'Fenced'
}

/**
 * An attempt counts as alive for this many milliseconds after its last heartbeat. Heartbeats are due every 5
 * s.
 */
export const transcodeHeartbeatTimeoutMs = 10_000
export const maxTranscodeAttempts = 3

/**
 * Starts an attempt with a new fencing token. Returns null if the item has been deleted or needs no more
 * processing. Throws while another worker is processing the item.
 */
export async function beginTranscodeAttempt(
  contentId: string,
  signal: AbortSignal,
): Promise<TranscodeAttempt | null> {
  const begun = await transaction(async (tx) => {
    const row = await lockStreamRow(tx, contentId)
    if (!row?.file_url) return null
    const age = Date.now() - (row.heartbeat_at?.getTime() ?? 0)
    if (row.state !== 'received' && age < transcodeHeartbeatTimeoutMs)
      throw new Error('another worker is processing this upload')
    await tx
      .updateTable('streams')
      .set({
        fence: nextFencingToken(row),
        tries: row.tries + 1,
        started_at: new Date(),
        heartbeat_at: new Date(),
      })
      .set({ percent: 0, eta_seconds: null, error_title: null, error_detail: null, waiting_for: null })
      .where('content_id', '=', contentId)
      .execute()
    await tx
      .updateTable('content')
      .set({ stream_status: 'processing' })
      .where('id', '=', contentId)
      .where('stream_status', '=', 'received')
      .execute()
    await publishStreamStatus(tx, contentId)
    return { ...row, original: row.file_url }
  })
  if (!begun) return null
  await publishQueuePositions()
  const { playback_id: playbackId, original, file_size: fileSize } = begun
  const [fence, tries] = [nextFencingToken(begun), begun.tries + 1]
  const folder = join(config.dataDir, 'work', `${contentId}-${fence}`)
  return { contentId, playbackId, fence, tries, original, fileSize, folder, signal }
}

/** Attempts to transcode a replacement take their fencing tokens from the same sequence (replacements/). */
export function nextFencingToken({
  fence,
  replacement_fence,
}: {
  fence: number
  replacement_fence: number | null
}) {
  return Math.max(fence, replacement_fence ?? 0) + 1
}

function lockStreamRow(tx: Tx, contentId: string) {
  return (
    selectItemsWithoutAccessCheck(tx)
      .innerJoin('streams', 'streams.content_id', 'content.id')
      .innerJoin('uploads', 'uploads.content_id', 'streams.content_id')
      .leftJoin('stream_replacements', 'stream_replacements.content_id', 'content.id')
      .select('stream_replacements.fence as replacement_fence')
      .select(['streams.fence', 'streams.tries', 'streams.state', 'streams.heartbeat_at'])
      .select(['content.playback_id', 'content.file_url', 'uploads.file_size'])
      .where('streams.content_id', '=', contentId)
      .where('streams.state', 'in', ['received', 'probed', 'encoding'])
      .where('content.deleted_at', 'is', null)
      // The earlier attempt has planned the pieces, and the workers encode them (pieces/).
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('transcode_pieces')
              .select('transcode_pieces.content_id')
              .whereRef('transcode_pieces.content_id', '=', 'streams.content_id')
              .whereRef('transcode_pieces.fence', '=', 'streams.fence'),
          ),
        ),
      )
      .forUpdate('streams')
      .executeTakeFirst()
  )
}

/**
 * Runs `work` in a transaction that commits only if this attempt is still current. Otherwise throws
 * StaleAttemptError.
 */
export async function runInTranscodeAttemptTransaction<T>(
  run: Pick<TranscodeAttempt, 'contentId' | 'fence'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return transaction(async (tx) => {
    const mine = await selectItemsWithoutAccessCheck(tx)
      .innerJoin('streams', 'streams.content_id', 'content.id')
      .select('streams.id')
      .where('streams.content_id', '=', run.contentId)
      .where('streams.fence', '=', run.fence)
      .where('content.deleted_at', 'is', null)
      .forUpdate('streams')
      .executeTakeFirst()
    if (!mine) throw new StaleAttemptError()
    return work(tx)
  })
}

/**
 * Returns whether an attempt to transcode an upload or a replacement is still the current one. The check does
 * not lock the row.
 */
export async function isCurrentTranscodeAttempt({
  contentId,
  fence,
}: Pick<TranscodeAttempt, 'contentId' | 'fence'>): Promise<boolean> {
  const row = await db
    .selectFrom('streams')
    .select('content_id')
    .where('content_id', '=', contentId)
    .where('fence', '=', fence)
    .where('state', 'in', ['received', 'probed', 'encoding'])
    .unionAll(
      db
        .selectFrom('stream_replacements')
        .select('content_id')
        .where('content_id', '=', contentId)
        .where('fence', '=', fence)
        .where('state', 'in', ['received', 'encoding']),
    )
    .executeTakeFirst()
  return row !== undefined
}
