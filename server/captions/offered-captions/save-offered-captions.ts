import { CaptionLanguage } from '#contract/content/caption-languages.ts'
import { captionUploadLimits } from '#contract/content/captions.ts'
import type { ExtractedTextTrack } from '#media/captions/extract-text-tracks.ts'
import { writeWebVtt } from '#media/captions/write-captions.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { log } from '#server/platform/log.ts'

/**
 * Stores the text tracks inside an uploaded video file, so that the creator can accept them as captions. They take the place of those
 * of an earlier attempt. Tracks that are already captions of the video are left out, and so are tracks with problems.
 */
export async function saveOfferedCaptions(
  tx: Tx,
  contentId: string,
  tracks: readonly ExtractedTextTrack[],
): Promise<void> {
  await tx.deleteFrom('offered_captions').where('content_id', '=', contentId).execute()
  const accepted = await tx
    .selectFrom('captions')
    .select('vtt')
    .where('content_id', '=', contentId)
    .where('source', '=', 'file')
    .execute()
  for (const track of tracks.slice(0, captionUploadLimits.perVideo)) {
    if ('problem' in track) {
      log.warn('a text track was left out', { contentId, track: track.index, problem: track.problem })
      continue
    }
    const vtt = writeWebVtt(track.cues)
    if (accepted.some((one) => one.vtt === vtt)) continue
    await tx
      .insertInto('offered_captions')
      .values({
        content_id: contentId,
        language: CaptionLanguage.safeParse(track.language).data ?? null,
        is_sdh: track.isSdh,
        vtt,
        cue_count: track.cues.length,
      })
      .execute()
  }
}
