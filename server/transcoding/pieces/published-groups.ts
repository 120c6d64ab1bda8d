import { db, type Tx } from '#server/platform/db/db.ts'
import type { TranscodeAttempt } from '../transcode-attempt.ts'
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
    .set({ state: 'published', storage_key: null })
    .where('content_id', '=', contentId)
    .where('fence', '=', fence)
    .where('rung_group', '=', group)
    .where('state', '=', 'encoded')
    .executeTakeFirst()
  const isComplete = await isEveryGroupPublished({ contentId, fence }, tx)
  return { shouldPublish: numUpdatedRows > 0n, isComplete }
}

/** Returns whether all groups of an attempt have been published. */
export async function isEveryGroupPublished(
  { contentId, fence }: Pick<TranscodeAttempt, 'contentId' | 'fence'>,
  from: typeof db | Tx = db,
): Promise<boolean> {
  const states = await from
    .selectFrom('transcode_pieces')
    .select('state')
    .distinct()
    .where('content_id', '=', contentId)
    .where('fence', '=', fence)
    .where('rung_group', '!=', 'audio')
    .execute()
  return states.length === 1 && states[0]!.state === 'published'
}
