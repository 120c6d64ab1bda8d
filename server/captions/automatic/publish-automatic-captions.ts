import { CaptionLanguage } from '#contract/content/caption-languages.ts'
import { captionUploadLimits } from '#contract/content/captions.ts'
import { captionLimits } from '#media/captions/caption-problems.ts'
import { type Cue, listCueLines, replaceCueLines } from '#media/captions/cue.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { db, transaction, type Tx } from '#server/platform/db/db.ts'
import type { StoredSpeechCue } from '#server/platform/db/tables/captions.ts'
import { log } from '#server/platform/log.ts'
import { blankRejectedCaptionLines } from '#server/text-moderation/check-caption-text.ts'
import { toStoredCaptions } from '../read-caption-file.ts'
import { insertCaptionTrack } from '../stored-caption-tracks.ts'
import { endTranscription, type PendingTranscriptionChunk } from './transcription-progress.ts'

/**
 * Publishes the captions of a whole video. Lines that would be rejected in a file from a creator are left
 * out. Nothing is published if the creator already has captions in the detected language.
 */
export async function publishAutomaticCaptions(
  part: PendingTranscriptionChunk,
  { language, cues }: { language: string | null; cues: readonly StoredSpeechCue[] },
): Promise<void> {
  const tag = CaptionLanguage.safeParse(language).data
  const whole: Cue[] = cues.slice(0, captionLimits.cues).map((cue) => ({ ...cue, settings: '', at: 0 }))
  const lines = listCueLines(whole).map(({ text }) => text)
  const clean = replaceCueLines(whole, await blankRejectedCaptionLines(lines, part))
  const file = await toStoredCaptions(clean)
  const { contentId } = part
  await transaction(async (tx) => {
    await selectItemsWithoutAccessCheck(tx)
      .select('id')
      .where('id', '=', contentId)
      .forUpdate()
      .executeTakeFirst()
    const canPublish = tag !== undefined && clean.length > 0 && (await hasRoomFor(tx, contentId, tag))
    if (!(await endTranscription(tx, part, canPublish ? 'published' : 'none')) || !canPublish) return
    const track = { content_id: contentId, language: tag, is_sdh: false, source: 'automatic' as const }
    await insertCaptionTrack(tx, track, file)
    log.info('automatic captions are ready', { contentId, language: tag, cues: clean.length })
  })
}

/** Whether the creator already has captions in the language, including its regional variants. */
export async function hasCreatorCaptions(contentId: string, language: string): Promise<boolean> {
  const tag = CaptionLanguage.safeParse(language).data
  return tag !== undefined && !(await hasRoomFor(db, contentId, tag))
}

async function hasRoomFor(on: Tx | typeof db, contentId: string, language: string): Promise<boolean> {
  const tracks = await on
    .selectFrom('captions')
    .select('language')
    .where('content_id', '=', contentId)
    .execute()
  return (
    tracks.length < captionUploadLimits.perVideo &&
    !tracks.some((track) => baseLanguage(track.language) === baseLanguage(language))
  )
}

function baseLanguage(tag: string): string {
  return tag.split('-')[0]!
}
