import type { CaptionTrack } from '#contract/content/caption-tracks.ts'
import type { publishCaptionDraft } from '#contract/captions/caption-drafts.ts'
import { captionUploadLimits } from '#contract/content/captions.ts'
import type { ParsedInputOf, ResponseOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { presentCaptionTrack } from '#server/content/content-captions.ts'
import { loadOwnContentForUpdate } from '#server/content/update-content.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { db, transaction } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/viewer.ts'
import { writePassages } from '../caption-index.ts'
import type { CheckedCaptionFile } from '../read-caption-file.ts'
import { checkDraft } from './check-draft.ts'
import { type DraftKey, loadDraftCues, loadDraftState, requireVersion } from './draft-state.ts'
import { deleteDraft } from './own-drafts.ts'

type Options = ParsedInputOf<typeof publishCaptionDraft>['body']

/**
 * Makes a draft the captions that viewers see, and deletes the draft. If the text is refused, the draft stays, and the
 * response names the caption.
 */
export async function publishDraft(
  viewer: Member,
  key: DraftKey,
  { version, anyway }: Options,
): Promise<ResponseOf<typeof publishCaptionDraft>> {
  const item = await loadOwnContentForUpdate(db, viewer, key.id)
  enforceRateLimit('captions', viewer.id)
  const state = await loadDraftState(db, key)
  requireVersion(state, version)
  if (!state.draft) throw new ApiError('captions_not_found')
  const cues = await loadDraftCues(db, key)
  const checked = await checkDraft(viewer, cues, { duration: item.duration_seconds, anyway })
  if ('refused' in checked) return { track: null, refused: checked.refused }
  return { track: await storeTrack(viewer, key, version, checked), refused: null }
}

function storeTrack(
  viewer: Member,
  key: DraftKey,
  version: string,
  { columns: text, passages }: CheckedCaptionFile,
): Promise<CaptionTrack> {
  return transaction(async (tx) => {
    const { playback_id } = await loadOwnContentForUpdate(tx, viewer, key.id)
    // The text was checked without a lock, so a newer draft must not be lost.
    const { track, ...state } = await loadDraftState(tx, key)
    requireVersion({ track, ...state }, version)
    if (!track) {
      const { tracks } = await tx
        .selectFrom('captions')
        .select((row) => row.fn.countAll<number>().as('tracks'))
        .where('content_id', '=', key.id)
        .executeTakeFirstOrThrow()
      if (Number(tracks) >= captionUploadLimits.perVideo) throw new ApiError('captions_too_many')
    }
    const columns = ['id', 'language', 'is_sdh', 'is_default', 'file_id', 'cue_count', 'updated_at'] as const
    const row = track
      ? await tx
          .updateTable('captions')
          .set({ ...text, file_id: crypto.randomUUID(), updated_at: new Date() })
          .where('id', '=', track.id)
          .returning(columns)
          .executeTakeFirstOrThrow()
      : await tx
          .insertInto('captions')
          .values({ content_id: key.id, language: key.language, is_sdh: key.is_sdh, ...text })
          .returning(columns)
          .executeTakeFirstOrThrow()
    await writePassages(tx, row, passages)
    await deleteDraft(tx, key)
    return presentCaptionTrack(row, playback_id!)
  })
}
