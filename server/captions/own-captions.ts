import type { CaptionTrack } from '#contract/content/caption-tracks.ts'
import type { createCaptions, replaceCaptionFile, updateCaptions } from '#contract/content/captions.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { presentCaptionTrack } from '#server/content/content-captions.ts'
import { loadOwnContentForUpdate } from '#server/content/update-content.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { db, type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { readCaptionFile } from './read-caption-file.ts'
import {
  deleteCaptionTrack,
  insertCaptionTrack,
  replaceCaptionTrackText,
  requireUnusedCaptionLanguage,
  updateCaptionTrackColumns,
} from './stored-caption-tracks.ts'

type CreateQuery = ParsedInputOf<typeof createCaptions>['query']
type FileQuery = ParsedInputOf<typeof replaceCaptionFile>['query']
type Changes = ParsedInputOf<typeof updateCaptions>['body']
interface TrackId {
  id: string
  caption_id: string
}

/** Adds a caption track in another language to the viewer's own video. */
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
    const track = { content_id: contentId, language, is_sdh, source: 'upload' as const }
    return presentCaptionTrack(await insertCaptionTrack(tx, track, file), playback_id!)
  })
}

/** Replaces the text of a caption track. The URL of the caption file changes with the text. */
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
  return transaction(async (tx) => {
    const { playback_id } = await loadOwnContentForUpdate(tx, viewer, id)
    await requireTrack(tx, id, caption_id)
    return presentCaptionTrack(await replaceCaptionTrackText(tx, caption_id, file), playback_id!)
  })
}

/**
 * Changes the language of a caption track, makes the track the default, or marks automatic captions as
 * checked. At most one track of a video is the default.
 */
export function changeCaptionTrack(
  viewer: Member,
  { id, caption_id }: TrackId,
  { language, is_sdh, is_default, is_checked }: Changes,
): Promise<CaptionTrack> {
  enforceRateLimit('captions', viewer.id)
  const values = {
    ...(language !== undefined && { language }),
    ...(is_sdh !== undefined && { is_sdh }),
    ...(is_default !== undefined && { is_default }),
    ...(is_checked && { source: 'upload' as const }),
  }
  return transaction(async (tx) => {
    const { playback_id } = await loadOwnContentForUpdate(tx, viewer, id)
    const changed = { ...(await requireTrack(tx, id, caption_id)), ...values }
    await requireUnusedCaptionLanguage(tx, { ...changed, content_id: id }, { ownId: caption_id })
    if (is_default)
      await tx.updateTable('captions').set({ is_default: false }).where('content_id', '=', id).execute()
    return presentCaptionTrack(await updateCaptionTrackColumns(tx, caption_id, values), playback_id!)
  })
}

export async function removeCaptions(viewer: Member, { id, caption_id }: TrackId): Promise<undefined> {
  await transaction(async (tx) => {
    await loadOwnContentForUpdate(tx, viewer, id)
    await requireTrack(tx, id, caption_id)
    await deleteCaptionTrack(tx, { id, caption_id })
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
