import { sql } from 'kysely'
import type { AgeBand } from '#contract/safety/safety-defaults.ts'
import { findSpeechLanguage } from '#media/transcription/speech-languages.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { userAgeBandSql } from '#server/accounts/age.ts'
import { db, transaction, type Tx } from '#server/platform/db/db.ts'
import type { StoredSpeechCue } from '#server/platform/db/tables/captions.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { transcriptionJob } from './automatic-captions-job.ts'
import { automaticCaptionsCounter } from './automatic-captions-metrics.ts'

/** The next part of a video to transcribe, and the captions recognized in the earlier parts. */
export interface PendingTranscriptionChunk {
  contentId: string
  playbackId: string
  fence: number
  /** Where the part starts, in milliseconds from the start of the video. */
  position: number
  /** An ISO 639 code, or null if neither the creator nor an earlier part has specified the language. */
  language: string | null
  cues: StoredSpeechCue[]
  tries: number
  /** The creator's age band, which determines the rules for the text. */
  band: AgeBand
}

/**
 * Starts an attempt to transcribe the next part of a video. Returns null if the captions are complete, the
 * video was removed, or its file was replaced.
 */
export async function beginTranscriptionChunk(contentId: string): Promise<PendingTranscriptionChunk | null> {
  return transaction(async (tx) => {
    const item = await selectItemsWithoutAccessCheck(tx)
      .innerJoin('streams', 'streams.content_id', 'content.id')
      .select(['content.playback_id', 'content.language as video_language', 'streams.fence'])
      .select(userAgeBandSql(sql.ref('content.user_id')).as('band'))
      .where('content.id', '=', contentId)
      .where('content.deleted_at', 'is', null)
      .where('content.moderation', 'not in', ['removed', 'quarantined'])
      .executeTakeFirst()
    if (!item?.playback_id) return null
    const row = await tx
      .updateTable('automatic_captions')
      .set({ tries: sql<number>`tries + 1`, updated_at: new Date() })
      .where('content_id', '=', contentId)
      .where('state', '=', 'running')
      .where('fence', '=', item.fence)
      .returning(['position_ms', 'language', 'cues', 'tries'])
      .executeTakeFirst()
    if (!row) return null
    const { position_ms: position, ...rest } = row
    const language = row.language ?? findSpeechLanguage(item.video_language)
    return {
      ...rest,
      language,
      contentId,
      position,
      playbackId: item.playback_id,
      fence: item.fence,
      band: item.band,
    }
  })
}

/**
 * Stores the captions recognized in a part, and enqueues the next part. Does nothing if another worker has
 * already stored the part, or if the file of the video was replaced.
 */
export async function saveTranscriptionChunk(
  part: PendingTranscriptionChunk,
  done: { position: number; language: string | null; cues: readonly StoredSpeechCue[] },
): Promise<void> {
  const { contentId } = part
  await transaction(async (tx) => {
    const saved = await updateIfCurrent(tx, part)
      .set({ position_ms: done.position, language: done.language, tries: 0, updated_at: new Date() })
      .set({ cues: JSON.stringify(done.cues) })
      .returning('content_id')
      .executeTakeFirst()
    if (saved) await enqueue(tx, transcriptionJob, { contentId })
  })
}

/** Subtracts an interrupted attempt from the count of attempts, for example after the worker had to stop. */
export async function decrementTranscriptionAttempts(part: PendingTranscriptionChunk): Promise<void> {
  await updateIfCurrent(db, part)
    .set({ tries: sql<number>`greatest(tries - 1, 0)` })
    .execute()
}

/** Ends the transcription of a video. Returns false if another worker has already ended the transcription. */
export async function endTranscription(
  tx: Tx,
  part: PendingTranscriptionChunk,
  outcome: 'published' | 'none' | 'failed',
): Promise<boolean> {
  const ended = await updateIfCurrent(tx, part)
    .set({ state: outcome === 'failed' ? 'failed' : 'done', cues: '[]', updated_at: new Date() })
    .returning('content_id')
    .executeTakeFirst()
  if (ended) automaticCaptionsCounter.inc({ outcome })
  return ended !== undefined
}

function updateIfCurrent(on: Tx | typeof db, { contentId, fence, position }: PendingTranscriptionChunk) {
  return on
    .updateTable('automatic_captions')
    .where('content_id', '=', contentId)
    .where('state', '=', 'running')
    .where('fence', '=', fence)
    .where('position_ms', '=', position)
}
