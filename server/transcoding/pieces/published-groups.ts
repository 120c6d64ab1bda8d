import { db, type Tx } from '#server/platform/db/db.ts'
import { runInTranscodeAttemptTransaction, type TranscodeAttempt } from '../transcode-attempt.ts'
import type { RungGroup } from './rung-groups.ts'

/**
 * Marks a group as published. Returns whether the renditions may be published, and whether they complete the
 * ladder. A group that another worker has already published is not published again.
 */
export async function markGroupPublished(
  tx: Tx,
  { contentId, fence }: TranscodeAttempt,
  group: RungGroup,
): Promise<{ shouldPublish: boolean; isComplete: boolean }> {
  const { numUpdatedRows } = await tx
    .updateTable('transcode_pieces')
    .set({ state: 'published' })
    .where('content_id', '=', contentId)
    .where('fence', '=', fence)
    .where('rung_group', '=', group)
    .where('state', '=', 'encoded')
    .executeTakeFirst()
  const unpublished = await tx
    .selectFrom('transcode_pieces')
    .select('content_id')
    .where('content_id', '=', contentId)
    .where('fence', '=', fence)
    .where('rung_group', '!=', 'audio')
    .where('state', '!=', 'published')
    .limit(1)
    .executeTakeFirst()
  return { shouldPublish: numUpdatedRows > 0n, isComplete: !unpublished }
}

/** Marks a published group as done: its images are made, and its pieces are no longer needed. */
export async function markGroupDone(run: TranscodeAttempt, group: RungGroup): Promise<void> {
  await runInTranscodeAttemptTransaction(run, async (tx) => {
    await tx
      .updateTable('transcode_pieces')
      .set({ storage_key: null })
      .where('content_id', '=', run.contentId)
      .where('fence', '=', run.fence)
      .where('rung_group', '=', group)
      .where('state', '=', 'published')
      .execute()
  })
}

/** Returns whether all groups of an attempt are published and done. */
export async function isEveryGroupDone({ contentId, fence }: TranscodeAttempt): Promise<boolean> {
  const open = await db
    .selectFrom('transcode_pieces')
    .select('content_id')
    .where('content_id', '=', contentId)
    .where('fence', '=', fence)
    .where('rung_group', '!=', 'audio')
    .where((row) => row.or([row('state', '!=', 'published'), row('storage_key', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return !open
}
