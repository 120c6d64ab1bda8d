import { db } from '#server/platform/db/db.ts'
import type { LiveUpdateClient } from '#tests/support/clients/live-update-client.ts'
import type { FaultMeasurement } from './injected-fault.ts'
import type { SimulatedUserLoad } from '#tests/support/cluster/background-load.ts'

/** Counts the acknowledged writes that are missing or duplicated. */
export async function findLostWrites(
  contentId: string,
  load: SimulatedUserLoad,
  listener: LiveUpdateClient,
): Promise<FaultMeasurement[]> {
  const rows = await db
    .selectFrom('comments')
    .select(['id', 'body'])
    .where('content_id', '=', contentId)
    .execute()
  const there = new Map(rows.map(({ id, body }) => [id, body]))
  const missing = load.said.filter((id) => there.get(id) !== load.words.get(id))
  const liking = await db.selectFrom('likes').select('user_id').where('content_id', '=', contentId).execute()
  const known = [...load.likes.values()]
  const [least, most] = [known.filter((one) => one === true), known.filter((one) => one !== false)]
  const isRight = liking.length >= least.length && liking.length <= most.length
  const heard = new Set(listener.comments)
  return [
    { name: 'acknowledged comments that are missing', value: missing.length, threshold: { exactly: 0 } },
    {
      name: 'likes that differ from what was acknowledged',
      value: isRight ? 0 : 1,
      threshold: { exactly: 0 },
    },
    {
      name: 'comments that no live update delivered',
      value: load.said.filter((id) => !heard.has(id)).length,
      threshold: { exactly: 0 },
    },
    {
      name: 'comments delivered twice',
      value: listener.comments.length - heard.size,
      threshold: { exactly: 0 },
    },
  ]
}
