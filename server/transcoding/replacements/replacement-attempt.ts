import { join } from 'node:path'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import type { DomainEvent } from '#server/domain-events.ts'
import { config } from '#server/platform/config.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import { getUploadStorageKey } from '#server/uploads/upload-storage-keys.ts'
import { publishStreamStatus } from '../stream-status.ts'
import type { TranscodeProgressValues } from '../transcode-progress.ts'
import {
  transcodeHeartbeatTimeoutMs,
  nextFencingToken,
  StaleAttemptError,
  type TranscodeAttempt,
} from '../transcode-attempt.ts'

/*
 * Attempts to transcode a new file for an item that is already playable. These attempts are recorded in a
 * separate row, so that the item does not change until the new file is complete. Fencing tokens continue the
 * sequence of the item's earlier attempts, so every attempt has its own storage folder.
 */

/**
 * Starts an attempt with a new fencing token. Returns null if there is nothing to do. Throws while another
 * worker is processing the file.
 */
export async function beginReplacementAttempt(
  contentId: string,
  signal: AbortSignal,
): Promise<TranscodeAttempt | null> {
  const begun = await transaction(async (tx) => {
    const row = await lockReplacementRow(tx, contentId)
    if (!row) return null
    const age = Date.now() - (row.heartbeat_at?.getTime() ?? 0)
    if (row.state !== 'received' && age < transcodeHeartbeatTimeoutMs)
      throw new Error('another worker is processing this file')
    const fence = nextFencingToken(row)
    await tx
      .updateTable('stream_replacements')
      .set({
        fence,
        state: 'encoding',
        tries: row.tries + 1,
        started_at: new Date(),
        heartbeat_at: new Date(),
      })
      .set({ percent: 0, eta_seconds: null, waiting_for: null })
      .where('content_id', '=', contentId)
      .execute()
    return { ...row, fence }
  })
  if (!begun) return null
  const { playback_id: playbackId, file_size: fileSize, fence } = begun
  return {
    contentId,
    playbackId,
    fence,
    tries: begun.tries + 1,
    original: getUploadStorageKey(begun.upload_id),
    fileSize,
    folder: join(config.dataDir, 'work', `${contentId}-${fence}`),
    signal,
  }
}

function lockReplacementRow(tx: Tx, contentId: string) {
  return selectItemsWithoutAccessCheck(tx)
    .innerJoin('streams', 'streams.content_id', 'content.id')
    .innerJoin('stream_replacements', 'stream_replacements.content_id', 'content.id')
    .innerJoin('uploads', 'uploads.replaces_content_id', 'content.id')
    .select(['stream_replacements.state', 'stream_replacements.tries', 'stream_replacements.heartbeat_at'])
    .select(['stream_replacements.fence as replacement_fence', 'streams.fence', 'content.playback_id'])
    .select(['uploads.id as upload_id', 'uploads.file_size'])
    .where('content.id', '=', contentId)
    .where('stream_replacements.state', 'in', ['received', 'encoding'])
    .where('content.deleted_at', 'is', null)
    .forUpdate('stream_replacements')
    .executeTakeFirst()
}

/**
 * Runs `work` in a transaction that commits only if this attempt is still current. Otherwise throws
 * StaleAttemptError. If `work` changes the item, locks the item before the replacement, because all code that
 * ends a replacement locks in this order.
 */
export async function runInReplacementAttemptTransaction<T>(
  run: TranscodeAttempt,
  { changesItem }: { changesItem: boolean },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return transaction(async (tx) => {
    const item = selectItemsWithoutAccessCheck(tx)
      .select('id')
      .where('id', '=', run.contentId)
      .where('deleted_at', 'is', null)
    const found = await (changesItem ? item.forUpdate() : item).executeTakeFirst()
    const mine = await tx
      .selectFrom('stream_replacements')
      .select('content_id')
      .where('content_id', '=', run.contentId)
      .where('fence', '=', run.fence)
      .where('state', 'in', ['received', 'encoding'])
      .forUpdate()
      .executeTakeFirst()
    if (!found || !mine) throw new StaleAttemptError()
    return work(tx)
  })
}

export async function saveReplacementProgress(
  run: TranscodeAttempt,
  values: TranscodeProgressValues,
  moved: boolean,
): Promise<void> {
  await runInReplacementAttemptTransaction(run, { changesItem: false }, async (tx) => {
    await tx.updateTable('stream_replacements').set(values).where('content_id', '=', run.contentId).execute()
    if (moved) await publishStreamStatus(tx, run.contentId)
  })
}

/**
 * Tells the owner's open pages that the state of a replacement has changed. The pages then load the new
 * state.
 */
export async function sendReplacementLiveUpdate(tx: Tx, event: DomainEvent): Promise<void> {
  if (event.type === 'replacement_changed') await publishStreamStatus(tx, event.contentId)
}
