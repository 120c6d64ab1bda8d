import { sql } from 'kysely'
import { areChaptersValid } from '#contract/content/chapter-rules.ts'
import type { Chapter } from '#contract/content/chapters.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { replaceEmbeddedCaptions } from '#server/captions/embedded-captions/save-embedded-captions.ts'
import { emitEvent } from '#server/domain-events.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { ReplacementOutputs } from '#server/platform/db/tables/replacements.ts'
import { log } from '#server/platform/log.ts'
import { listTranscodeStoragePrefixes } from '#server/uploads/replacements/end-replacement.ts'
import { enqueueReplacementCleanup } from '#server/uploads/replacements/replacement-cleanup.ts'
import { replacementsCounter } from '#server/uploads/replacements/replacement-metrics.ts'
import { getUploadStorageKey } from '#server/uploads/upload-storage-keys.ts'
import { keepOriginal } from '../idle-encoding/kept-originals.ts'
import { publishStreamStatus } from '../stream-status.ts'
import { getTranscodeStoragePrefix } from '../publish-outputs.ts'

/**
 * Makes the new file the current file of its item. The caller must have locked the item and its replacement.
 * The row of the item is kept, so everything that refers to the item stays valid. The old renditions are
 * removed from the playlist now and deleted six hours later (`sweepOldRenditions`), so that current viewers
 * can finish watching.
 */
export async function swapInReplacement(tx: Tx, contentId: string): Promise<void> {
  const item = await selectItemsWithoutAccessCheck(tx)
    .innerJoin('streams', 'streams.content_id', 'content.id')
    .innerJoin('stream_replacements', 'stream_replacements.content_id', 'content.id')
    .innerJoin('uploads', 'uploads.replaces_content_id', 'content.id')
    .select(['playback_id', 'custom_chapters', 'ad_breaks', 'streams.fence as old_fence'])
    .select(['stream_replacements.fence', 'stream_replacements.outputs', 'stream_replacements.source'])
    .select('uploads.id as upload_id')
    .where('content.id', '=', contentId)
    .executeTakeFirstOrThrow()
  const { fence, outputs, old_fence } = item
  if (!outputs) throw new Error('the new file has no outputs')
  const now = new Date()
  const skipped = listTranscodeStoragePrefixes(item.playback_id, old_fence, fence - 1)
  await swapRenditions(tx, contentId, fence)
  await tx
    .updateTable('streams')
    .set({ fence, state: 'ready', playable: true, percent: 100, eta_seconds: null, waiting_for: null })
    .set({
      source: JSON.stringify(item.source),
      error_title: null,
      error_detail: null,
      finished_at: new Date(),
    })
    .where('content_id', '=', contentId)
    .execute()
  const isKept = await keepOriginal(tx, contentId)
  await swapUploads(tx, contentId, item.upload_id, { skipped, isKept })
  await tx
    .updateTable('content')
    .set({ ...outputColumns(item.playback_id, fence, outputs), ...columnsWithinDuration(item, outputs) })
    .set({ file_url: isKept ? getUploadStorageKey(item.upload_id) : null })
    // The video is no longer featured and earlier reviews no longer count (previous-reviews.ts), because both
    // were about the old file.
    .set({ is_featured: false, updated_at: new Date() })
    .where('id', '=', contentId)
    .execute()
  await savePerceptualHash(tx, contentId, outputs)
  await forgetPositionsBeyond(tx, contentId, outputs.duration_seconds)
  // Keeps the captions that the creator has written or accepted. Replaces all other text tracks with those of
  // the new file.
  await replaceEmbeddedCaptions(tx, contentId, outputs.text_tracks ?? [])
  await tx
    .updateTable('stream_replacements')
    .set({ state: 'replaced', source: null, outputs: null, finished_at: now, replaced_at: now })
    .where('content_id', '=', contentId)
    .execute()
  await publishStreamStatus(tx, contentId)
  await emitEvent(tx, { type: 'replacement_ready', contentId })
  replacementsCounter.inc({ outcome: 'replaced' })
  log.info('replacement is ready', { contentId })
}

async function swapRenditions(tx: Tx, contentId: string, fence: number): Promise<void> {
  await tx
    .updateTable('renditions')
    .set({
      superseded_at: sql<Date | null>`case when fence <> ${fence} then coalesce(superseded_at, now()) end`,
    })
    .where('content_id', '=', contentId)
    .execute()
}

/** From now on, the new upload is the item's upload, so only the new file counts towards the quota. */
async function swapUploads(
  tx: Tx,
  contentId: string,
  newId: string,
  { skipped: folders, isKept }: { skipped: string[]; isKept: boolean },
): Promise<void> {
  const old = await tx.deleteFrom('uploads').where('content_id', '=', contentId).returning('id').execute()
  await tx
    .updateTable('uploads')
    .set({ content_id: contentId, replaces_content_id: null })
    .where('id', '=', newId)
    .execute()
  const unneeded = isKept ? [] : [newId]
  await enqueueReplacementCleanup(tx, { uploads: [...old.map(({ id }) => id), ...unneeded], folders })
}

function outputColumns(playbackId: string, fence: number, outputs: ReplacementOutputs) {
  const { duration_seconds, width, height, loudness_lufs } = outputs
  const at = `/${getTranscodeStoragePrefix({ playbackId, fence })}`
  return {
    duration_seconds,
    width,
    height,
    loudness_lufs,
    stream_thumbnail_url: outputs.poster && `${at}/${outputs.poster}`,
    preview_url: outputs.preview && `${at}/${outputs.preview}`,
    storyboard_url: outputs.has_storyboard ? `${at}/storyboard.vtt` : null,
  }
}

/**
 * Removes the chapters and ad breaks that are beyond the end of the new file. If too few chapters remain, the
 * chapters are read from the description again.
 */
function columnsWithinDuration(
  { custom_chapters, ad_breaks }: { custom_chapters: Chapter[] | null; ad_breaks: number[] },
  { duration_seconds: duration }: ReplacementOutputs,
) {
  const kept = (custom_chapters ?? []).findLastIndex((_, last) =>
    areChaptersValid(custom_chapters!.slice(0, last + 1), duration),
  )
  const chapters = kept < 0 ? null : custom_chapters!.slice(0, kept + 1)
  return {
    custom_chapters: chapters && JSON.stringify(chapters),
    ad_breaks: ad_breaks.filter((at) => at < duration),
  }
}

async function savePerceptualHash(tx: Tx, contentId: string, outputs: ReplacementOutputs): Promise<void> {
  if (!outputs.perceptual_hash)
    return void (await tx.deleteFrom('media_hashes').where('content_id', '=', contentId).execute())
  const hashes = {
    sha256: Buffer.from(outputs.sha256, 'hex'),
    perceptual_hash: Buffer.from(outputs.perceptual_hash, 'base64'),
  }
  await tx
    .insertInto('media_hashes')
    .values({ content_id: contentId, ...hashes })
    .onConflict((item) => item.column('content_id').doUpdateSet(hashes))
    .execute()
}

/** Viewers whose saved position is beyond the end of the new file start at the beginning. */
async function forgetPositionsBeyond(tx: Tx, contentId: string, duration: number): Promise<void> {
  await tx
    .updateTable('watch_history')
    .set({ seconds: 0 })
    .where('content_id', '=', contentId)
    .where('seconds', '>=', Math.floor(duration))
    .execute()
}
