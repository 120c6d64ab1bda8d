import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Timestamp } from './ids.ts'

/*
 * Groups of cases that one network or one account has opened or joined. They are listed apart from the queue, so that the
 * cases of other people stay in sight, and can be dismissed together.
 */

const tag = 'Moderation'

/** From so many open cases on, those of one source are a group. One notice names at most ten items. */
export const floodSize = 12

export const FloodKey = z
  .string('not_found')
  .regex(/^(network|account):[A-Za-z0-9_-]{1,64}$/, 'not_found')
  .meta({ description: 'opaque; from `floods` of the queue' })

export const Flood = z.object({
  key: FloodKey,
  kind: z.enum(['network', 'account']),
  cases: z.int(),
  priority: z.int().min(0).max(3).meta({ description: 'of its most urgent case' }),
  opened_at: Timestamp.meta({ description: 'when its first case was opened' }),
  due_at: Timestamp.nullable().meta({ description: 'its earliest clock' }),
  overdue: z.boolean(),
})
export type Flood = z.output<typeof Flood>

export const dismissFlood = endpoint({
  method: 'PUT',
  path: '/api/mod/floods/{key}/dismissal',
  summary:
    'Dismisses all cases of a group that nobody has claimed, in the background: what was hidden because of them comes back',
  tag,
  status: 202,
  params: z.object({ key: FloodKey }),
  answer: z.object({ cases: z.int().meta({ description: 'how many it is about' }) }),
})
