import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Timestamp } from './ids.ts'

const tag = 'Your data'

export const Export = z.object({
  id: Id,
  requested_at: Timestamp,
  ready_at: Timestamp.nullable().meta({ description: 'null while it is being made' }),
  expires_at: Timestamp.nullable(),
  bytes: z.int().nullable(),
  url: z.string().nullable().meta({ description: 'where to fetch the ZIP while signed in' }),
})
export type Export = z.output<typeof Export>

export const requestExport = endpoint({
  method: 'POST',
  path: '/api/me/export',
  summary:
    'Asks for a copy of one’s own data, a ZIP of JSON and media; the bell and a letter say when it is ready',
  tag,
  status: 202,
  answer: z.object({ export: Export }),
})

export const getExport = endpoint({
  method: 'GET',
  path: '/api/me/export',
  summary: 'The newest copy of one’s own data, if there is one',
  tag,
  answer: z.object({ export: Export.nullable() }),
})

/** The ZIP itself, for its owner alone. */
export const exportFile = (id: string) => `/api/me/export/${id}`

/** Below this a number could point at a person, and is not said. */
export const fewest = 5

/** `null`: fewer than five, but not none. */
const Count = z.int().nullable().meta({ description: 'null: fewer than 5' })
const Counts = z.array(z.object({ name: z.string(), count: Count }))
const Total = z.object({
  at_least: z.int(),
  exact: z.boolean().meta({ description: 'false where a part of it is not said' }),
})

export const Quarter = z.object({
  quarter: z.string().meta({ description: 'as 2026-Q4; only quarters that are over' }),
  reports: z.object({ total: Total, by_reason: Counts }),
  actions: z.object({ total: Total, by_kind: Counts }),
  median_hours: z.number().nullable().meta({
    description: 'from the opening of a case to a person’s decision; null where there were fewer than 5',
  }),
  appeals: z.object({ total: Total, by_outcome: Counts }),
  accounts_suspended: Count,
})
export type Quarter = z.output<typeof Quarter>

export const getTransparency = endpoint({
  method: 'GET',
  path: '/api/transparency',
  summary: 'What was reported and decided, by quarter, newest first; numbers below five are not said',
  tag: 'Transparency',
  answer: z.object({ quarters: z.array(Quarter) }),
})
