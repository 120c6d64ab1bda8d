import { sql } from 'kysely'
import { selectOwnItems } from '#server/access-policy/content-queries.ts'

/** Selects the captions of the user's videos for the data export. */
export function selectExportedCaptions(userId: string) {
  return selectOwnItems(userId)
    .innerJoin('captions', 'captions.content_id', 'content.id')
    .select(sql<string>`'/watch/' || content.id`.as('video'))
    .select(['captions.language', 'captions.is_sdh', 'captions.is_default', 'captions.vtt'])
    .select(['captions.created_at', 'captions.updated_at'])
    .orderBy('captions.created_at')
}

/** Selects the drafts of captions of the user's videos for the data export. */
export function selectExportedCaptionDrafts(userId: string) {
  return selectOwnItems(userId)
    .innerJoin('caption_drafts as draft', 'draft.content_id', 'content.id')
    .select(sql<string>`'/watch/' || content.id`.as('video'))
    .select(['draft.language', 'draft.is_sdh', 'draft.cues', 'draft.created_at', 'draft.updated_at'])
    .orderBy('draft.created_at')
}
