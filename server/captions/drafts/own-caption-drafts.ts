import {
  SavedCaptionDraft,
  type CaptionDraft,
  type listCaptionDrafts,
  type saveCaptionDraft,
} from '#contract/captions/caption-drafts.ts'
import { captionDraftLimits } from '#contract/captions/caption-limits.ts'
import { captionUploadLimits } from '#contract/content/captions.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { getCaptionTrackName } from '#server/content/content-captions.ts'
import { loadOwnContentForUpdate } from '#server/content/update-content.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { db, type Tx, transaction } from '../../platform/db/db.ts'
import { readJsonBody } from '../../platform/http/request-body.ts'
import { parseRequestInput } from '../../platform/http/routes.ts'
import type { Member } from '../../platform/http/viewer.ts'
import { requireOwnItem } from '../require-own-item.ts'
import {
  toCaptionDraftColumns,
  type CaptionDraftKey,
  loadCaptionDraftCues,
  loadCaptionDraftState,
  loadPublishedCues,
  requireCaptionDraftVersion,
} from './caption-draft-state.ts'

/** Lists the caption drafts for the viewer's own video. */
export async function listOwnCaptionDrafts(
  viewer: Member,
  id: string,
): Promise<ResponseOf<typeof listCaptionDrafts>> {
  await requireOwnItem(viewer, id)
  const rows = await db
    .selectFrom('caption_drafts as draft')
    .leftJoin('captions', (join) =>
      join
        .onRef('captions.content_id', '=', 'draft.content_id')
        .onRef('captions.language', '=', 'draft.language')
        .onRef('captions.is_sdh', '=', 'draft.is_sdh'),
    )
    .select(['draft.language', 'draft.is_sdh', 'draft.cue_count', 'draft.updated_at', 'captions.id'])
    .where('draft.content_id', '=', id)
    .orderBy('draft.language')
    .orderBy('draft.is_sdh')
    .execute()
  return {
    items: rows.map(({ id: trackId, updated_at, ...row }) => ({
      ...row,
      name: getCaptionTrackName(row),
      is_published: trackId !== null,
      updated_at: updated_at.toISOString(),
    })),
  }
}

/** Returns the captions to edit: the draft if there is one, otherwise the published text. */
export async function loadOwnCaptionDraft(viewer: Member, key: CaptionDraftKey): Promise<CaptionDraft> {
  return transaction(async (tx) => {
    // Locks the item, so that the returned version belongs to the returned text.
    await loadOwnContentForUpdate(tx, viewer, key.id)
    const { draft, track, version } = await loadCaptionDraftState(tx, key)
    const isOutdated = draft !== undefined && track !== undefined && draft.base_file_id !== track.file_id
    const saved = draft && (await loadCaptionDraftCues(tx, key))
    const published = track && (!saved || isOutdated) ? await loadPublishedCues(tx, track.id) : null
    const shown = saved && !isOutdated ? draft : track
    return {
      language: key.language,
      name: getCaptionTrackName(key),
      is_sdh: key.is_sdh,
      state: !shown ? 'new' : shown === draft ? 'draft' : 'published',
      version,
      cues: (isOutdated ? published : (saved ?? published)) ?? [],
      older_draft: (isOutdated && saved) || null,
      is_published: track !== undefined,
      updated_at: shown?.updated_at.toISOString() ?? null,
    }
  })
}

/**
 * Saves a draft. Only the owner sees a draft, so its text is not checked until it is published. The request
 * body can be large, so it is read only after the ownership check.
 */
export async function saveDraft(
  viewer: Member,
  key: CaptionDraftKey,
  request: Request,
): Promise<ResponseOf<typeof saveCaptionDraft>> {
  await requireOwnItem(viewer, key.id)
  enforceRateLimit('captionDrafts', viewer.id)
  const body = await readJsonBody(request, captionDraftLimits.bytes, 'captions_draft_too_large')
  const { version, cues } = parseRequestInput(SavedCaptionDraft, body)
  return transaction(async (tx) => {
    await loadOwnContentForUpdate(tx, viewer, key.id)
    const state = await loadCaptionDraftState(tx, key)
    requireCaptionDraftVersion(state, version)
    if (!state.draft) await requireRoomForDraft(tx, key.id)
    const values = {
      version: crypto.randomUUID(),
      base_file_id: state.track?.file_id ?? null,
      cues: JSON.stringify(cues),
      cue_count: cues.length,
      updated_at: new Date(),
    }
    await tx
      .insertInto('caption_drafts')
      .values({ ...toCaptionDraftColumns(key), ...values })
      .onConflict((on) => on.columns(['content_id', 'language', 'is_sdh']).doUpdateSet(values))
      .execute()
    const saved = await loadCaptionDraftState(tx, key)
    return { version: saved.version, updated_at: values.updated_at.toISOString() }
  })
}

export async function removeCaptionDraft(viewer: Member, key: CaptionDraftKey): Promise<undefined> {
  await transaction(async (tx) => {
    await loadOwnContentForUpdate(tx, viewer, key.id)
    const { draft } = await loadCaptionDraftState(tx, key)
    if (!draft) throw new ApiError('captions_not_found')
    await deleteCaptionDraftRow(tx, key)
  })
}

export async function deleteCaptionDraftRow(tx: Tx, key: CaptionDraftKey): Promise<void> {
  await tx
    .deleteFrom('caption_drafts')
    .where((row) => row.and(toCaptionDraftColumns(key)))
    .execute()
}

async function requireRoomForDraft(tx: Tx, id: string): Promise<void> {
  const { drafts } = await tx
    .selectFrom('caption_drafts')
    .select((row) => row.fn.countAll<number>().as('drafts'))
    .where('content_id', '=', id)
    .executeTakeFirstOrThrow()
  if (Number(drafts) >= captionUploadLimits.perVideo) throw new ApiError('captions_too_many')
}
