import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** Counts below this number are not published, because such small counts could identify a person. */
export const minTransparencyReportCount = 5

/** A published count, or null if the actual count is between 1 and 4. */
const Count = z.int().nullable().meta({ description: 'The count, or null if it is between 1 and 4.' })
const Counts = z.array(z.object({ name: z.string(), count: Count }))
const Total = z.object({
  at_least: z.int(),
  exact: z
    .boolean()
    .meta({ description: 'Whether the total is exact. False if a part of it is suppressed.' }),
})

export const TransparencyReportQuarter = z.object({
  quarter: z.string().meta({ description: 'A completed quarter, such as `2026-Q4`.' }),
  reports: z.object({ total: Total, by_reason: Counts }),
  actions: z.object({ total: Total, by_kind: Counts }),
  median_hours: z.number().nullable().meta({
    description:
      'The median time in hours from opening a case to a moderator’s decision. Null for fewer than 5 cases.',
  }),
  appeals: z.object({ total: Total, by_outcome: Counts }),
  accounts_suspended: Count,
})
export type TransparencyReportQuarter = z.output<typeof TransparencyReportQuarter>

export const getTransparencyReport = defineEndpoint({
  method: 'GET',
  path: '/api/transparency',
  summary:
    'Lists the numbers of reports and decisions by quarter, newest first. Counts below five are suppressed.',
  tag: 'Transparency',
  response: z.object({ quarters: z.array(TransparencyReportQuarter) }),
})
