import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { Cursor, cursorSchema, Id, Timestamp } from '../scalars.ts'

/*
 * Floods: groups of cases that one network or one account opened or joined. They are listed separately, so that
 * they do not bury other people's cases, and can be dismissed together, claim by claim.
 */

const tag = 'Moderation'

/**
 * How many open cases of one source form a flood: of one claim, or of all its smaller claims together. One
 * notice names at most ten items.
 */
export const reportFloodMinCases = 12

export const ReportFloodKey = z
  .string('not_found')
  .regex(/^(network|account):[A-Za-z0-9_-]{1,64}$/, 'not_found')
  .meta({ description: 'opaque; from `floods` of the queue' })

export const ReportFlood = z.object({
  key: ReportFloodKey,
  kind: z.enum(['network', 'account']),
  cases: z.int(),
  priority: z.int().min(0).max(3).meta({ description: 'of its most urgent case' }),
  opened_at: Timestamp.meta({ description: 'when its first case was opened' }),
  due_at: Timestamp.nullable().meta({ description: 'its earliest clock' }),
  overdue: z.boolean(),
})
export type ReportFlood = z.output<typeof ReportFlood>

/** Floods per page. */
export const maxFloodsPerPage = 50

/**
 * Cursor of the list, as in the queue: overdue flag, priority, time the first case was opened (microseconds),
 * id of that case.
 */
export const FloodCursor = cursorSchema('[01]_[0-3]_')

export const listFloods = defineEndpoint({
  method: 'GET',
  path: '/api/mod/floods',
  summary: 'Groups of cases from one source, most urgent first',
  tag,
  query: z.strictObject({
    cursor: FloodCursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(maxFloodsPerPage),
  }),
  response: z.object({ items: z.array(ReportFlood), next_cursor: z.string().nullable() }),
})

/** What one sender says in one text about cases of a flood. Staff never see who the sender is. */
export const FloodClaim = z.object({
  id: Id.meta({ description: 'of its first notice or report' }),
  kind: z.enum(['notice', 'report']),
  reason: z.string().nullable().meta({ description: 'of reports' }),
  words: z
    .string()
    .meta({ description: 'as first sent; others differ in digits, punctuation and capitals at most' }),
  cases: z.int(),
  case_id: Id.meta({ description: 'one of them' }),
  sent_at: Timestamp.meta({ description: 'when it was first sent' }),
})
export type FloodClaim = z.output<typeof FloodClaim>

/** Claims per page, and the most that can be dismissed at once: as many as one person can read. */
export const maxFloodClaimsPerPage = 25

export const listFloodClaims = defineEndpoint({
  method: 'GET',
  path: '/api/mod/floods/{key}/claims',
  summary: 'What is said in the cases of a group, by sender and text; claims about few cases first',
  tag,
  params: z.object({ key: ReportFloodKey }),
  query: z.strictObject({
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(maxFloodClaimsPerPage).default(maxFloodClaimsPerPage),
  }),
  response: z.object({ items: z.array(FloodClaim), next_cursor: z.string().nullable() }),
})

export const putFloodDismissal = defineEndpoint({
  method: 'PUT',
  path: '/api/mod/floods/{key}/dismissal',
  summary:
    'Dismisses the cases of a group in which nothing is said but these claims, unless somebody has claimed them. It runs in the background; what was hidden because of them comes back',
  tag,
  status: 202,
  params: z.object({ key: ReportFloodKey }),
  body: z.strictObject({
    claims: z
      .array(z.uuid('flood_claims'), 'flood_claims')
      .min(1, 'flood_claims')
      .max(maxFloodClaimsPerPage, 'flood_claims')
      .meta({ description: 'ids of the claims that the moderator has read' }),
  }),
  response: z.object({ cases: z.int().meta({ description: 'how many it is about' }) }),
})
