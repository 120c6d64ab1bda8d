import type { DraftCue } from '#contract/captions/caption-drafts.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { formatCueTextForEditor } from '#media/captions/editable-cue-text.ts'
import { parseStoredCaptions } from '#media/captions/parse-captions.ts'
import type { db, Tx } from '../../platform/db/db.ts'

export interface CaptionDraftKey {
  /** The id of the video. */
  id: string
  language: string
  is_sdh: boolean
}

/** Returns the columns that identify a caption draft or a caption track. */
export const toCaptionDraftColumns = ({ id, language, is_sdh }: CaptionDraftKey) => ({
  content_id: id,
  language,
  is_sdh,
})

/** Loads the caption draft and the published track in one language, if they exist. */
export async function loadCaptionDraftState(on: Tx | typeof db, key: CaptionDraftKey) {
  const draft = await on
    .selectFrom('caption_drafts')
    .select(['version', 'base_file_id', 'updated_at'])
    .where((row) => row.and(toCaptionDraftColumns(key)))
    .executeTakeFirst()
  const track = await on
    .selectFrom('captions')
    .select(['id', 'file_id', 'updated_at'])
    .where((row) => row.and(toCaptionDraftColumns(key)))
    .executeTakeFirst()
  return { draft, track, version: `${draft?.version ?? '-'}.${track?.file_id ?? '-'}` }
}

export type CaptionDraftState = Awaited<ReturnType<typeof loadCaptionDraftState>>

/**
 * Throws `captions_changed` if the draft or the published captions have changed since the person who sent the
 * request loaded them.
 */
export function requireCaptionDraftVersion(state: CaptionDraftState, version: string): void {
  if (state.version !== version) throw new ApiError('captions_changed')
}

export async function loadCaptionDraftCues(on: Tx | typeof db, key: CaptionDraftKey): Promise<DraftCue[]> {
  const { cues } = await on
    .selectFrom('caption_drafts')
    .select('cues')
    .where((row) => row.and(toCaptionDraftColumns(key)))
    .executeTakeFirstOrThrow()
  return cues
}

/** Returns the text of a caption track in the form that the caption editor shows. */
export async function loadPublishedCues(on: Tx | typeof db, trackId: string): Promise<DraftCue[]> {
  const { vtt } = await on
    .selectFrom('captions')
    .select('vtt')
    .where('id', '=', trackId)
    .executeTakeFirstOrThrow()
  return parseStoredCaptions(vtt).map(({ start, end, settings, lines }) => ({
    start,
    end,
    text: formatCueTextForEditor(lines),
    settings,
  }))
}
