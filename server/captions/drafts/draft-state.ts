import type { DraftCue } from '#contract/captions/caption-drafts.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { toEditorText } from '#media/captions/editor-text.ts'
import { parseStoredCaptions } from '#media/captions/parse-captions.ts'
import type { db, Tx } from '../../platform/db/db.ts'

export interface DraftKey {
  /** The id of the video. */
  id: string
  language: string
  is_sdh: boolean
}

/** Returns the columns that identify a caption draft or a caption track. */
export const columnsOf = ({ id, language, is_sdh }: DraftKey) => ({ content_id: id, language, is_sdh })

/** Loads the caption draft and the published track in one language. Both can be missing. */
export async function loadDraftState(on: Tx | typeof db, key: DraftKey) {
  const draft = await on
    .selectFrom('caption_drafts')
    .select(['version', 'base_file_id', 'updated_at'])
    .where((row) => row.and(columnsOf(key)))
    .executeTakeFirst()
  const track = await on
    .selectFrom('captions')
    .select(['id', 'file_id', 'updated_at'])
    .where((row) => row.and(columnsOf(key)))
    .executeTakeFirst()
  return { draft, track, version: `${draft?.version ?? '-'}.${track?.file_id ?? '-'}` }
}

export type DraftState = Awaited<ReturnType<typeof loadDraftState>>

/**
 * Throws `captions_changed` if the draft or the published captions have changed since the sender loaded them.
 */
export function requireVersion(state: DraftState, version: string): void {
  if (state.version !== version) throw new ApiError('captions_changed')
}

export async function loadDraftCues(on: Tx | typeof db, key: DraftKey): Promise<DraftCue[]> {
  const { cues } = await on
    .selectFrom('caption_drafts')
    .select('cues')
    .where((row) => row.and(columnsOf(key)))
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
    text: toEditorText(lines),
    settings,
  }))
}
