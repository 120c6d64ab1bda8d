import { sql } from 'kysely'
import type { CaptionSource } from '#contract/content/caption-tracks.ts'
import { captionUploadLimits } from '#contract/content/captions.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import type { CaptionRow } from '#server/content/content-captions.ts'
import type { Tx } from '../platform/db/db.ts'

export const trackColumns = [
  'id',
  'language',
  'is_sdh',
  'is_default',
  'file_id',
  'cue_count',
  'source',
  'updated_at',
] as const

interface NewCaptions {
  language: string
  is_sdh: boolean
  source: CaptionSource
  vtt: string
  cue_count: number
}

/**
 * Adds captions to an item that the caller has locked. They replace automatic captions in the same language.
 * Throws `captions_exist` if the creator has captions of this kind in the language.
 */
export async function insertCaptions(tx: Tx, contentId: string, captions: NewCaptions): Promise<CaptionRow> {
  await removeAutomaticCaptions(tx, contentId, captions.language)
  const existing = await tx
    .selectFrom('captions')
    .select(['language', 'is_sdh'])
    .where('content_id', '=', contentId)
    .execute()
  if (existing.some(({ language, is_sdh }) => language === captions.language && is_sdh === captions.is_sdh))
    throw new ApiError('captions_exist')
  if (existing.length >= captionUploadLimits.perVideo) throw new ApiError('captions_too_many')
  return tx
    .insertInto('captions')
    .values({ content_id: contentId, ...captions })
    .returning(trackColumns)
    .executeTakeFirstOrThrow()
}

/** Removes automatic captions in a language. Captions in `en-GB` also replace automatic captions in `en`. */
async function removeAutomaticCaptions(tx: Tx, contentId: string, language: string): Promise<void> {
  await tx
    .deleteFrom('captions')
    .where('content_id', '=', contentId)
    .where('source', '=', 'automatic')
    .where(sql<string>`split_part(language, '-', 1)`, '=', language.split('-')[0]!)
    .execute()
}
