import { sql } from 'kysely'
import type { CaptionSource } from '#contract/content/caption-tracks.ts'
import { captionUploadLimits } from '#contract/content/captions.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import type { CaptionPassage } from '#media/captions/caption-passages.ts'
import { emitEvent } from '#server/domain-events.ts'
import type { db, Tx } from '../platform/db/db.ts'
import { storeCaptionPassages } from './caption-index.ts'
import type { CheckedCaptionFile } from './read-caption-file.ts'

/*
 * Every function here that changes captions notifies the open pages of the video. The caller must have locked
 * the item.
 */

/** The columns that `presentCaptionTrack` needs. */
const trackColumns = [
  'id',
  'language',
  'is_sdh',
  'is_default',
  'file_id',
  'cue_count',
  'source',
  'updated_at',
] as const

interface TrackValues {
  language?: string
  is_sdh?: boolean
  is_default?: boolean
  source?: CaptionSource
  file_id?: string
  vtt?: string
  cue_count?: number
}

interface NewTrack {
  content_id: string
  language: string
  is_sdh: boolean
  source: CaptionSource
}

/**
 * Stores a new caption track. The new captions replace automatic captions in the same language. Throws
 * `captions_exist` or `captions_too_many`.
 */
export async function insertCaptionTrack(tx: Tx, track: NewTrack, { columns, passages }: CheckedCaptionFile) {
  await deleteAutomaticCaptions(tx, track)
  await requireUnusedCaptionLanguage(tx, track)
  const { tracks } = await tx
    .selectFrom('captions')
    .select((row) => row.fn.countAll<number>().as('tracks'))
    .where('content_id', '=', track.content_id)
    .executeTakeFirstOrThrow()
  if (Number(tracks) >= captionUploadLimits.perVideo) throw new ApiError('captions_too_many')
  const row = await tx
    .insertInto('captions')
    .values({ ...track, ...columns })
    .returning(trackColumns)
    .executeTakeFirstOrThrow()
  await storeCaptionPassages(tx, row, passages)
  await emitEvent(tx, { type: 'captions_changed', contentId: track.content_id })
  return row
}

/** Captions in `en-GB` also replace automatic captions in `en`. */
async function deleteAutomaticCaptions(
  tx: Tx,
  { content_id, language }: Pick<NewTrack, 'content_id' | 'language'>,
): Promise<void> {
  await tx
    .deleteFrom('captions')
    .where('content_id', '=', content_id)
    .where('source', '=', 'automatic')
    .where(sql<string>`split_part(language, '-', 1)`, '=', language.split('-')[0]!)
    .execute()
}

/**
 * Throws `captions_exist` if another track of the video has captions of this kind in this language. With
 * `automatic: 'replaced'`, automatic captions are ignored, because `insertCaptionTrack` replaces them.
 */
export async function requireUnusedCaptionLanguage(
  on: Tx | typeof db,
  { content_id, language, is_sdh }: Omit<NewTrack, 'source'>,
  { ownId, automatic }: { ownId?: string; automatic?: 'replaced' } = {},
): Promise<void> {
  const same = await on
    .selectFrom('captions')
    .select('id')
    .where((row) => row.and({ content_id, language, is_sdh }))
    .$if(ownId !== undefined, (query) => query.where('id', '!=', ownId!))
    .$if(automatic === 'replaced', (query) => query.where('source', '!=', 'automatic'))
    .executeTakeFirst()
  if (same) throw new ApiError('captions_exist')
}

/**
 * Replaces the text of a caption track with text that a person has written. The URL of the caption file
 * changes with the text.
 */
export function replaceCaptionTrackText(tx: Tx, id: string, { columns, passages }: CheckedCaptionFile) {
  return updateCaptionTrackColumns(
    tx,
    id,
    { ...columns, source: 'upload' as const, file_id: crypto.randomUUID() },
    passages,
  )
}

/** `passages` contains the sentences of the new text, if the text changes. */
export async function updateCaptionTrackColumns(
  tx: Tx,
  id: string,
  values: TrackValues,
  passages?: readonly CaptionPassage[],
) {
  const { content_id: contentId, ...row } = await tx
    .updateTable('captions')
    .set({ ...values, updated_at: new Date() })
    .where('id', '=', id)
    .returning(['content_id', ...trackColumns])
    .executeTakeFirstOrThrow()
  if (passages) await storeCaptionPassages(tx, row, passages)
  await emitEvent(tx, { type: 'captions_changed', contentId })
  return row
}

export async function deleteCaptionTrack(
  tx: Tx,
  { id, caption_id }: { id: string; caption_id: string },
): Promise<void> {
  await tx.deleteFrom('captions').where('id', '=', caption_id).execute()
  await emitEvent(tx, { type: 'captions_changed', contentId: id })
}
