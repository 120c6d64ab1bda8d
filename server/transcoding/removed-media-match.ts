import { hashFile, computeVideoHash } from '#media/fingerprint/fingerprint.ts'
import { isLikelyCopy, compareHashes } from '#media/fingerprint/perceptual-hash.ts'
import { MediaRejectedError } from '#media/media-rejection.ts'
import { emitEvent } from '#server/domain-events.ts'
import { db } from '#server/platform/db/db.ts'
import { type TranscodeAttempt, runInTranscodeAttemptTransaction } from './transcode-attempt.ts'

/**
 * Returns whether the database contains removed media to compare new videos with. If there is removed media,
 * each video is compared with it before the video is published. If there is no removed media, videos are
 * published without waiting for the comparison.
 */
export async function hasRemovedMedia(): Promise<boolean> {
  const one = await db.selectFrom('removed_media_hashes').select('content_id').limit(1).executeTakeFirst()
  return one !== undefined
}

/**
 * Returns the SHA-256 of the file. Throws MediaRejectedError if an identical file was removed by moderators
 * before.
 */
export async function hashAndRejectRemovedMedia(
  { contentId }: TranscodeAttempt,
  input: string,
): Promise<Buffer> {
  const sha256 = await hashFile(input)
  const known = await db
    .selectFrom('removed_media_hashes')
    .select('content_id')
    .where('sha256', '=', sha256)
    .where('content_id', '!=', contentId)
    .executeTakeFirst()
  if (known) throw new MediaRejectedError('taken_down', `the same file as ${known.content_id}`)
  return sha256
}

/**
 * Stores the perceptual hash of the video, and emits `removed_media_matched` if the video resembles removed
 * media.
 */
export async function savePerceptualHash(
  run: TranscodeAttempt,
  sha256: Buffer,
  seeing: Parameters<typeof computeVideoHash>[0],
): Promise<void> {
  const hash = await computeVideoHash(seeing)
  const original = await findSimilarRemovedMedia(run, hash)
  await runInTranscodeAttemptTransaction(run, async (tx) => {
    await tx
      .insertInto('media_hashes')
      .values({ content_id: run.contentId, sha256, perceptual_hash: hash })
      .onConflict((item) => item.column('content_id').doUpdateSet({ sha256, perceptual_hash: hash }))
      .execute()
    if (original)
      await emitEvent(tx, { type: 'removed_media_matched', contentId: run.contentId, ...original })
  })
}

/**
 * Finds removed media that the video resembles. The hashes are read in batches, because the hash of an hour
 * of video takes 29 KB and there may be thousands of removed videos.
 */
export async function findSimilarRemovedMedia(
  { contentId }: Pick<TranscodeAttempt, 'contentId'>,
  hash: Buffer,
): Promise<{ priority: number } | undefined> {
  const rows = db
    .selectFrom('removed_media_hashes')
    .select(['perceptual_hash', 'priority'])
    .where('content_id', '!=', contentId)
    .orderBy('priority')
    .orderBy('content_id')
  for (let from = 0; ; from += batchSize) {
    const some = await rows.limit(batchSize).offset(from).execute()
    const found = some.find((removed) => isLikelyCopy(compareHashes(removed.perceptual_hash, hash)))
    if (found) return { priority: found.priority }
    if (some.length < batchSize) return undefined
  }
}

const batchSize = 100
