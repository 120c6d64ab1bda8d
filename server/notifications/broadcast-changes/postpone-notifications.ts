import type { Tx } from '#server/platform/db/db.ts'
import { enqueueJobs } from '#server/platform/queue/queue.ts'
import { postponedScheduleChangeJob } from './announce-schedule-change.ts'
import type { ScheduleChange } from './notifiable-members.ts'

/** Enqueues the notifications of these members for the given times. */
export async function postponeNotifications(
  tx: Tx,
  { kind, contentId }: ScheduleChange,
  delays: ReadonlyMap<string, Date>,
): Promise<void> {
  for (const [until, group] of Map.groupBy(delays, ([, end]) => end.getTime()))
    await enqueueJobs(
      tx,
      postponedScheduleChangeJob,
      group.map(([userId]) => ({ kind, contentId, userId })),
      { startAfter: new Date(until) },
    )
}
