import type { Tx } from '#server/platform/db/db.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import type { ClaimedPiece } from './claim-piece.ts'
import { pieceJoiningJob } from './piece-jobs.ts'
import type { RungGroup } from './rung-groups.ts'

/**
 * Enqueues the publication of the groups that became complete when this piece was encoded. A group needs all
 * its pieces and the audio. The caller must have locked the stream, so exactly one piece is the last one.
 */
export async function enqueueCompleteGroups(
  tx: Tx,
  { contentId, fence, group }: Pick<ClaimedPiece, 'contentId' | 'fence' | 'group'>,
): Promise<void> {
  const rows = await tx
    .selectFrom('transcode_pieces')
    .select(['rung_group', 'state'])
    .where('content_id', '=', contentId)
    .where('fence', '=', fence)
    .execute()
  const isEncoded = (name: ClaimedPiece['group']) =>
    rows.every(({ rung_group, state }) => rung_group !== name || state === 'encoded')
  if (!isEncoded('audio')) return
  const groups: RungGroup[] = group === 'audio' ? ['low', 'high'] : [group]
  for (const name of groups)
    if (rows.some(({ rung_group }) => rung_group === name) && isEncoded(name))
      await enqueue(tx, pieceJoiningJob, { contentId, fence, group: name })
}
