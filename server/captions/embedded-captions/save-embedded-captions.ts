import { CaptionLanguage } from '#contract/content/caption-languages.ts'
import { captionUploadLimits } from '#contract/content/captions.ts'
import type { ExtractedTextTrack } from '#media/captions/extract-text-tracks.ts'
import { serializeWebVtt } from '#media/captions/serialize-captions.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { ReplacementTextTrack } from '#server/platform/db/tables/replacements.ts'
import { log } from '#server/platform/log.ts'

/**
 * Stores the text tracks inside an uploaded video file, so that the creator can accept them as captions.
 * Deletes the text tracks that an earlier attempt to process the file has stored. Leaves out tracks with
 * problems, and tracks that the creator has already accepted as captions.
 */
export async function saveEmbeddedCaptions(
  tx: Tx,
  contentId: string,
  tracks: readonly ExtractedTextTrack[],
): Promise<void> {
  await replaceEmbeddedCaptions(tx, contentId, toEmbeddedCaptions(contentId, tracks))
}

/**
 * Converts extracted text tracks into the columns that the database stores. Tracks with problems are left
 * out.
 */
export function toEmbeddedCaptions(
  contentId: string,
  tracks: readonly ExtractedTextTrack[],
): ReplacementTextTrack[] {
  return tracks.slice(0, captionUploadLimits.perVideo).flatMap((track) => {
    if ('problem' in track) {
      log.warn('a text track was left out', { contentId, track: track.index, problem: track.problem })
      return []
    }
    const language = CaptionLanguage.safeParse(track.language).data ?? null
    return { language, is_sdh: track.isSdh, vtt: serializeWebVtt(track.cues), cue_count: track.cues.length }
  })
}

/**
 * Replaces the stored text tracks that the creator of a video can accept as captions. Tracks that the creator
 * has already accepted as captions are left out.
 */
export async function replaceEmbeddedCaptions(
  tx: Tx,
  contentId: string,
  tracks: readonly ReplacementTextTrack[],
): Promise<void> {
  await tx.deleteFrom('offered_captions').where('content_id', '=', contentId).execute()
  const accepted = await tx
    .selectFrom('captions')
    .select('vtt')
    .where('content_id', '=', contentId)
    .where('source', '=', 'file')
    .execute()
  for (const track of tracks)
    if (!accepted.some(({ vtt }) => vtt === track.vtt))
      await tx
        .insertInto('offered_captions')
        .values({ content_id: contentId, ...track })
        .execute()
}
