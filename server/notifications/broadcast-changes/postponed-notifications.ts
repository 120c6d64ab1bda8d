import { transaction } from '#server/platform/db/db.ts'
import type { postponedScheduleChangeJob } from './announce-schedule-change.ts'
import { notifyMembersOfCancellation } from './cancelled-broadcasts.ts'
import { notifyMembersOfNewStartTime } from './rescheduled-broadcasts.ts'

type Payload = NonNullable<(typeof postponedScheduleChangeJob)['payload']>

/** Notifies members whose delay is over. Members who wait for the same notification are notified together. */
export async function notifyAfterDelay(payloads: Payload[]): Promise<void> {
  const groups = Map.groupBy(payloads, ({ kind, contentId }) => `${kind} ${contentId}`)
  for (const group of groups.values()) {
    const { kind, contentId } = group[0]!
    const userIds = [...new Set(group.map(({ userId }) => userId))]
    await transaction((tx) =>
      kind === 'broadcast_cancelled'
        ? notifyMembersOfCancellation(tx, contentId, userIds)
        : notifyMembersOfNewStartTime(tx, contentId, new Date(), userIds),
    )
  }
}
