import { captionUploadLimits } from '#contract/content/captions.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import type { CaptionPassage } from '#media/captions/passages.ts'
import type { Tx } from '../platform/db/db.ts'
import { writePassages } from './caption-index.ts'
import type { CheckedCaptionFile } from './read-caption-file.ts'

/** The columns that `presentCaptionTrack` needs. */
const trackColumns = ['id', 'language', 'is_sdh', 'is_default', 'file_id', 'cue_count', 'updated_at'] as const

interface TrackValues {
  language?: string
  is_sdh?: boolean
  is_default?: boolean
  file_id?: string
  vtt?: string
  cue_count?: number
}

/** Stores captions in another language. The caller must have locked the item. Throws `captions_too_many`. */
export async function insertTrack(
  tx: Tx,
  track: { content_id: string; language: string; is_sdh: boolean },
  { columns, passages }: CheckedCaptionFile,
) {
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
  await writePassages(tx, row, passages)
  return row
}

/** Replaces the text of captions. The new text has another URL. */
export function replaceTrackText(tx: Tx, id: string, { columns, passages }: CheckedCaptionFile) {
  return updateTrackColumns(tx, id, { ...columns, file_id: crypto.randomUUID() }, passages)
}

/** `passages` are the sentences of a new text. */
export async function updateTrackColumns(
  tx: Tx,
  id: string,
  values: TrackValues,
  passages?: readonly CaptionPassage[],
) {
  const row = await tx
    .updateTable('captions')
    .set({ ...values, updated_at: new Date() })
    .where('id', '=', id)
    .returning(trackColumns)
    .executeTakeFirstOrThrow()
  if (passages) await writePassages(tx, row, passages)
  return row
}
