import { sql } from 'kysely'
import { ApiError } from '#contract/errors/api-error.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { formatFileSize } from '#server/platform/format-file-size.ts'
import { getQuotaBytes } from '../platform/runtime-settings/runtime-settings.ts'
import type { Db, Tx } from '../platform/db/db.ts'
import { log } from '../platform/log.ts'

/** Allows three concurrent uploads. Uploads that have received no bytes for ten minutes are not counted. */
export async function assertUploadSlotFree(tx: Tx, userId: string): Promise<void> {
  // The row lock serializes a person's requests. Without the lock, each of ten concurrent requests could find
  // only two running uploads and start a third.
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const { running } = await tx
    .selectFrom('uploads')
    .select(({ fn }) => fn.countAll<number>().as('running'))
    .where('user_id', '=', userId)
    .where('completed_at', 'is', null)
    .where('touched_at', '>', new Date(Date.now() - 10 * 60_000))
    .executeTakeFirstOrThrow()
  if (running >= 3) throw new ApiError('too_many_uploads')
}

/**
 * Checks a person's storage quota. The quota limits the total size of the person's uploads. Rejected uploads
 * do not count towards the quota. Completed uploads that were deleted do not count either, even if a
 * moderation case still needs their files. A deleted unfinished upload counts towards the quota until its
 * bytes have been erased. While the file of a video is being replaced, both the old and the new file count
 * towards the quota.
 */
export async function assertWithinQuota(tx: Tx, userId: string, more: number): Promise<void> {
  const quotaBytes = getQuotaBytes()
  if (quotaBytes === null) return
  const { used } = await selectItemsWithoutAccessCheck(tx)
    .innerJoin('uploads', 'uploads.content_id', 'content.id')
    .innerJoin('streams', 'streams.content_id', 'content.id')
    .select(sql<number>`coalesce(sum(uploads.file_size), 0)::int8`.as('used'))
    .where('content.user_id', '=', userId)
    .where('streams.state', '!=', 'refused')
    .where(({ or, eb }) => or([eb('deleted_at', 'is', null), eb('completed_at', 'is', null)]))
    .executeTakeFirstOrThrow()
  if (used + (await bytesOfNewFiles(tx, userId)) + more <= quotaBytes) return
  log.info('upload refused', { reason: 'quota_full', userId })
  throw new ApiError('quota_full', { size: formatFileSize(quotaBytes) })
}

/** As soon as the new file has replaced the old one, only the new file counts. */
async function bytesOfNewFiles(tx: Tx, userId: string): Promise<number> {
  const { bytes } = await tx
    .selectFrom('uploads')
    .select(sql<number>`coalesce(sum(file_size), 0)::int8`.as('bytes'))
    .where('user_id', '=', userId)
    .where('replaces_content_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return bytes
}

/** Computes the size of the uploads that count toward the quota, by person, with the rules of `assertWithinQuota`. */
export function selectQuotaUsage(from: Db | Tx) {
  const ofItems = selectItemsWithoutAccessCheck(from)
    .innerJoin('uploads', 'uploads.content_id', 'content.id')
    .innerJoin('streams', 'streams.content_id', 'content.id')
    .select(['content.user_id', 'uploads.file_size'])
    .where('streams.state', '!=', 'refused')
    .where(({ or, eb }) => or([eb('deleted_at', 'is', null), eb('completed_at', 'is', null)]))
  const ofReplacements = from
    .selectFrom('uploads')
    .select(['user_id', 'file_size'])
    .where('replaces_content_id', 'is not', null)
  return from
    .selectFrom(ofItems.unionAll(ofReplacements).as('used'))
    .select(['used.user_id', sql<number>`count(*)::int`.as('files')])
    .select(sql<number>`sum(used.file_size)::int8`.as('bytes'))
    .groupBy('used.user_id')
}
