import type { CaptionTrack } from '#contract/content/caption-tracks.ts'
import {
  captionUploadLimits,
  type createCaptions,
  type replaceCaptionFile,
  type updateCaptions,
} from '#contract/content/captions.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import type { CaptionPassage } from '#media/captions/passages.ts'
import { presentCaptionTrack } from '#server/content/content-captions.ts'
import { loadOwnContentForUpdate } from '#server/content/update-content.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { db, type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { writePassages } from './caption-index.ts'
import { readCaptionFile } from './read-caption-file.ts'

type CreateQuery = ParsedInputOf<typeof createCaptions>['query']
type FileQuery = ParsedInputOf<typeof replaceCaptionFile>['query']
type Changes = ParsedInputOf<typeof updateCaptions>['body']
interface TrackId {
  id: string
  caption_id: string
}

/** Adds captions in another language to the viewer's own video. */
export async function addCaptions(
  viewer: Member,
  contentId: string,
  { language, is_sdh, ...options }: CreateQuery,
  request: Request,
): Promise<CaptionTrack> {
  // Checks ownership first, so that the server does not receive a file for someone else's video.
  const item = await loadOwnContentForUpdate(db, viewer, contentId)
  enforceRateLimit('captions', viewer.id)
  const file = await readCaptionFile(viewer, request, item, options)
  return transaction(async (tx) => {
    const { playback_id } = await loadOwnContentForUpdate(tx, viewer, contentId)
    const existing = await tx
      .selectFrom('captions')
      .select(['language', 'is_sdh'])
      .where('content_id', '=', contentId)
      .execute()
    if (existing.some((track) => track.language === language && track.is_sdh === is_sdh))
      throw new ApiError('captions_exist')
    if (existing.length >= captionUploadLimits.perVideo) throw new ApiError('captions_too_many')
    const row = await tx
      .insertInto('captions')
      .values({ content_id: contentId, language, is_sdh, ...file.columns })
      .returning(trackColumns)
      .executeTakeFirstOrThrow()
    await writePassages(tx, row, file.passages)
    return presentCaptionTrack(row, playback_id!)
  })
}

/** Replaces the text of captions. The new text has another URL. */
export async function replaceCaptions(
  viewer: Member,
  { id, caption_id }: TrackId,
  options: FileQuery,
  request: Request,
): Promise<CaptionTrack> {
  const item = await loadOwnContentForUpdate(db, viewer, id)
  await requireTrack(db, id, caption_id)
  enforceRateLimit('captions', viewer.id)
  const file = await readCaptionFile(viewer, request, item, options)
  const values = { ...file.columns, file_id: crypto.randomUUID() }
  return updateTrack(viewer, { id, caption_id }, values, file.passages)
}

/** Changes the language of captions, or makes them the default. At most one track of a video is the default. */
export function changeCaptions(viewer: Member, track: TrackId, changes: Changes): Promise<CaptionTrack> {
  enforceRateLimit('captions', viewer.id)
  const { language, is_sdh, is_default } = changes
  return updateTrack(viewer, track, {
    ...(language !== undefined && { language }),
    ...(is_sdh !== undefined && { is_sdh }),
    ...(is_default !== undefined && { is_default }),
  })
}

export async function removeCaptions(viewer: Member, { id, caption_id }: TrackId): Promise<undefined> {
  await transaction(async (tx) => {
    await loadOwnContentForUpdate(tx, viewer, id)
    await requireTrack(tx, id, caption_id)
    await tx.deleteFrom('captions').where('id', '=', caption_id).execute()
  })
}

interface TrackValues {
  language?: string
  is_sdh?: boolean
  is_default?: boolean
  file_id?: string
  vtt?: string
  cue_count?: number
}

function updateTrack(
  viewer: Member,
  { id, caption_id }: TrackId,
  values: TrackValues,
  passages?: CaptionPassage[],
): Promise<CaptionTrack> {
  return transaction(async (tx) => {
    const { playback_id } = await loadOwnContentForUpdate(tx, viewer, id)
    const now = { ...(await requireTrack(tx, id, caption_id)), ...values }
    const same = await tx
      .selectFrom('captions')
      .select('id')
      .where('content_id', '=', id)
      .where('id', '!=', caption_id)
      .where('language', '=', now.language)
      .where('is_sdh', '=', now.is_sdh)
      .executeTakeFirst()
    if (same) throw new ApiError('captions_exist')
    if (values.is_default)
      await tx.updateTable('captions').set({ is_default: false }).where('content_id', '=', id).execute()
    const row = await tx
      .updateTable('captions')
      .set({ ...values, updated_at: new Date() })
      .where('id', '=', caption_id)
      .returning(trackColumns)
      .executeTakeFirstOrThrow()
    if (passages) await writePassages(tx, row, passages)
    return presentCaptionTrack(row, playback_id!)
  })
}

async function requireTrack(on: Tx | typeof db, contentId: string, id: string) {
  const row = await on
    .selectFrom('captions')
    .select(['language', 'is_sdh'])
    .where('id', '=', id)
    .where('content_id', '=', contentId)
    .executeTakeFirst()
  if (!row) throw new ApiError('captions_not_found')
  return row
}

const trackColumns = ['id', 'language', 'is_sdh', 'is_default', 'file_id', 'cue_count', 'updated_at'] as const
