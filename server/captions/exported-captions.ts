import { sql } from 'kysely'
import { selectOwnItems } from '#server/access-policy/content-queries.ts'

/** Selects the captions for the user's videos for the data export. */
export function selectExportedCaptions(userId: string) {
  return selectOwnItems(userId)
    .innerJoin('captions', 'captions.content_id', 'content.id')
    .select(sql<string>`'/watch/' || content.id`.as('video'))
    .select([
      'captions.language',
      'captions.is_sdh',
      'captions.is_default',
      'captions.source',
      'captions.vtt',
    ])
    .select(['captions.created_at', 'captions.updated_at'])
    .orderBy('captions.created_at')
}

/** Selects the caption drafts for the user's videos for the data export. */
export function selectExportedCaptionDrafts(userId: string) {
  return selectOwnItems(userId)
    .innerJoin('caption_drafts as draft', 'draft.content_id', 'content.id')
    .select(sql<string>`'/watch/' || content.id`.as('video'))
    .select(['draft.language', 'draft.is_sdh', 'draft.cues', 'draft.created_at', 'draft.updated_at'])
    .orderBy('draft.created_at')
}

/** Selects the text tracks found in the user's video files that the user has not accepted as captions. */
export function selectExportedEmbeddedCaptions(userId: string) {
  return selectOwnItems(userId)
    .innerJoin('offered_captions', 'offered_captions.content_id', 'content.id')
    .select(sql<string>`'/watch/' || content.id`.as('video'))
    .select(['offered_captions.language', 'offered_captions.is_sdh', 'offered_captions.vtt'])
    .select('offered_captions.created_at')
    .orderBy('offered_captions.created_at')
}
