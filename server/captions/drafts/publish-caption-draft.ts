import type { CaptionTrack } from '#contract/content/caption-tracks.ts'
import type { publishCaptionDraft } from '#contract/captions/caption-drafts.ts'
import type { ParsedInputOf, ResponseOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { presentCaptionTrack } from '#server/content/content-captions.ts'
import { loadOwnContentForUpdate } from '#server/content/update-content.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { db, transaction } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/viewer.ts'
import type { CheckedCaptionFile } from '../read-caption-file.ts'
import { insertCaptionTrack, replaceCaptionTrackText } from '../stored-caption-tracks.ts'
import { checkCaptionDraft } from './check-caption-draft.ts'
import {
  toCaptionDraftColumns,
  type CaptionDraftKey,
  loadCaptionDraftCues,
  loadCaptionDraftState,
  requireCaptionDraftVersion,
} from './caption-draft-state.ts'
import { deleteCaptionDraftRow } from './own-caption-drafts.ts'

type Options = ParsedInputOf<typeof publishCaptionDraft>['body']

/**
 * Publishes a caption draft to viewers and deletes the draft. If the text is refused, the draft is kept, and
 * the response names the caption with the problem.
 */
export async function publishOwnCaptionDraft(
  viewer: Member,
  key: CaptionDraftKey,
  { version, anyway }: Options,
): Promise<ResponseOf<typeof publishCaptionDraft>> {
  const item = await loadOwnContentForUpdate(db, viewer, key.id)
  enforceRateLimit('captions', viewer.id)
  const state = await loadCaptionDraftState(db, key)
  requireCaptionDraftVersion(state, version)
  if (!state.draft) throw new ApiError('captions_not_found')
  const cues = await loadCaptionDraftCues(db, key)
  const checked = await checkCaptionDraft(viewer, cues, { duration: item.duration_seconds, anyway })
  if ('refused' in checked) return { track: null, refused: checked.refused }
  return { track: await storeTrack(viewer, key, version, checked), refused: null }
}

function storeTrack(
  viewer: Member,
  key: CaptionDraftKey,
  version: string,
  file: CheckedCaptionFile,
): Promise<CaptionTrack> {
  return transaction(async (tx) => {
    const { playback_id } = await loadOwnContentForUpdate(tx, viewer, key.id)
    // Another version of the draft may have been saved while the text was checked without a lock, and this
    // version must not be lost.
    const { track, ...state } = await loadCaptionDraftState(tx, key)
    requireCaptionDraftVersion({ track, ...state }, version)
    const row = track
      ? await replaceCaptionTrackText(tx, track.id, file)
      : await insertCaptionTrack(tx, { ...toCaptionDraftColumns(key), source: 'upload' }, file)
    await deleteCaptionDraftRow(tx, key)
    return presentCaptionTrack(row, playback_id!)
  })
}
