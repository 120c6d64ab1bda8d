import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { Cursor, createCursorSchema, Id, Timestamp } from '../scalars.ts'

/*
 * A flood is a large group of moderation cases that were opened by reports from the same network or the same
 * account. Floods are listed separately, so they do not bury other cases in the queue. A moderator can
 * dismiss all cases with the same report text in one step.
 */

const tag = 'Moderation'

/**
 * How many open cases from one source form a flood. Usually, all reports in a flood have the same text. Cases
 * from one source are also counted together if no single report text occurs often enough to form a flood, so
 * a sender cannot avoid the limit by changing the text each time. A single notice cannot form a flood,
 * because a notice names at most ten items.
 */
export const minOpenCasesPerReportFlood = 12

export const ReportFloodKey = z
  .string('not_found')
  .regex(/^(network|account):[A-Za-z0-9_-]{1,64}$/, 'not_found')
  .meta({ description: 'An opaque key from `floods` of `GET /api/mod/cases`.' })

export const ReportFlood = z.object({
  key: ReportFloodKey,
  kind: z.enum(['network', 'account']),
  cases: z.int(),
  priority: z.int().min(0).max(3).meta({ description: 'The priority of the most urgent case.' }),
  opened_at: Timestamp.meta({ description: 'When the first case was opened.' }),
  due_at: Timestamp.nullable().meta({ description: 'The earliest deadline of its cases.' }),
  overdue: z.boolean(),
})
export type ReportFlood = z.output<typeof ReportFlood>

/** The default number of floods on a page. */
export const reportFloodsPerPage = 50

/**
 * The cursor of the list of floods: overdue flag, priority, time when the first case was opened (in
 * microseconds) and id of that case.
 */
export const ReportFloodCursor = createCursorSchema('[01]_[0-3]_')

export const listFloods = defineEndpoint({
  method: 'GET',
  path: '/api/mod/floods',
  summary: 'Lists floods, which are groups of cases from one source, most urgent first.',
  tag,
  query: z.strictObject({
    cursor: ReportFloodCursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(reportFloodsPerPage),
  }),
  response: z.object({ items: z.array(ReportFlood), next_cursor: z.string().nullable() }),
})

/**
 * A distinct report or notice in a flood: the text that one sender wrote about one or more cases. Moderators
 * never see who sent a report or notice.
 */
export const DistinctReport = z.object({
  id: Id.meta({ description: 'The id of its first notice or report.' }),
  kind: z.enum(['notice', 'report']),
  reason: z.string().nullable().meta({ description: 'The reported reason. Null for notices.' }),
  words: z.string().meta({
    description: 'The text as first sent. Repetitions differ only in digits, punctuation or capitals.',
  }),
  cases: z.int(),
  case_id: Id.meta({ description: 'The id of one of its cases.' }),
  sent_at: Timestamp.meta({ description: 'When the text was first sent.' }),
})
export type DistinctReport = z.output<typeof DistinctReport>

/**
 * The number of distinct reports on a page, and the maximum that one request can dismiss. A moderator can be
 * expected to read this many reports before dismissing them.
 */
export const maxDistinctReportsPerPage = 25

export const listDistinctReports = defineEndpoint({
  method: 'GET',
  path: '/api/mod/floods/{key}/claims',
  summary:
    'Lists the distinct reports in a flood, grouped by sender and text. Reports about few cases come first.',
  tag,
  params: z.object({ key: ReportFloodKey }),
  query: z.strictObject({
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(maxDistinctReportsPerPage).default(maxDistinctReportsPerPage),
  }),
  response: z.object({ items: z.array(DistinctReport), next_cursor: z.string().nullable() }),
})

export const dismissFlood = defineEndpoint({
  method: 'PUT',
  path: '/api/mod/floods/{key}/dismissal',
  summary:
    'Dismisses the cases of a flood that contain only these reports. Cases that a moderator has claimed stay open. Runs in the background. Content that was hidden because of them becomes visible again.',
  tag,
  status: 202,
  params: z.object({ key: ReportFloodKey }),
  body: z.strictObject({
    claims: z
      .array(z.uuid('flood_claims'), 'flood_claims')
      .min(1, 'flood_claims')
      .max(maxDistinctReportsPerPage, 'flood_claims')
      .meta({ description: 'The ids of the distinct reports that the moderator has read.' }),
  }),
  response: z.object({ cases: z.int().meta({ description: 'The number of affected cases.' }) }),
})
