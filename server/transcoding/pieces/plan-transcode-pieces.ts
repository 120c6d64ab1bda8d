import { hlsSegmentSeconds } from '#media/encode/encode-commands.ts'
import { planPieces } from '#media/pieces/plan-pieces.ts'
import type { VideoSource } from '#media/probe/probe-video.ts'
import { config } from '#server/platform/config.ts'
import { enqueueJobs } from '#server/platform/queue/queue.ts'
import { defaultEncodeSpeed, estimateEncodeWork, loadMedianEncodeSpeed } from '../encode-speed.ts'
import { runInTranscodeAttemptTransaction, type TranscodeAttempt } from '../transcode-attempt.ts'
import { pieceEncodingJob } from './piece-jobs.ts'
import { groupRungs, type RungGroup } from './rung-groups.ts'

/** Encoding the audio takes this fraction of the work of encoding the rungs. */
const audioFraction = 0.025

/** A group of rungs is due at the arrival of the video plus this many times its estimated encoding time. */
const overtakeFactor = 3

/**
 * Plans the pieces of a video and wakes up the workers, in one transaction. From then on, the video no longer
 * has an attempt that runs: the workers encode its pieces, and the last piece of each group starts the job
 * that publishes the group.
 */
export async function planTranscodePieces(
  run: TranscodeAttempt,
  source: VideoSource,
  firstName: string,
): Promise<void> {
  const speed = (await loadMedianEncodeSpeed()) ?? defaultEncodeSpeed
  const groups = groupRungs(source, firstName)
  const pieces = planPieces(source, config.pieceSeconds / hlsSegmentSeconds)
  let totalWork = 0
  await runInTranscodeAttemptTransaction(run, async (tx) => {
    const { queued_at } = await tx
      .updateTable('streams')
      // The stream has no worker of its own any more, whose heartbeat could be missed.
      .set({ started_at: null })
      .where('content_id', '=', run.contentId)
      .returning('queued_at')
      .executeTakeFirstOrThrow()
    const arrival = (queued_at ?? new Date()).getTime()
    const rows = (['low', 'high'] as RungGroup[]).flatMap((group) => {
      const rungs = groups.get(group)
      if (!rungs) return []
      const work = estimateEncodeWork(source, rungs)
      totalWork += work
      const due_at = new Date(arrival + (1000 * overtakeFactor * totalWork) / speed)
      const names = rungs.map(({ name }) => name)
      return pieces.map((piece) => ({
        rung_group: group as RungGroup | 'audio',
        rungs: names,
        first_segment: piece.firstSegment,
        segments: piece.segments,
        work: work / pieces.length,
        due_at,
      }))
    })
    const audio = source.audio && {
      ...rows[0]!,
      rung_group: 'audio' as const,
      rungs: [...groups.values()].flat().map(({ name }) => name),
      first_segment: 0,
      segments: null,
      work: totalWork * audioFraction,
    }
    const all = audio ? [...rows, audio] : rows
    // During an update, a worker of the previous release does not delete the pieces of earlier attempts.
    await tx.deleteFrom('transcode_pieces').where('content_id', '=', run.contentId).execute()
    await tx
      .insertInto('transcode_pieces')
      .values(all.map((row) => ({ ...row, content_id: run.contentId, fence: run.fence })))
      .execute()
    await enqueueJobs(
      tx,
      pieceEncodingJob,
      all.map(() => ({})),
    )
  })
}
