import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { Id, Timestamp } from '../scalars.ts'

const tag = 'Your data'

export const DataExport = z.object({
  id: Id,
  requested_at: Timestamp,
  ready_at: Timestamp.nullable().meta({ description: 'null while it is being made' }),
  expires_at: Timestamp.nullable(),
  bytes: z.int().nullable(),
  url: z.string().nullable().meta({ description: 'where to fetch the ZIP while signed in' }),
})
export type DataExport = z.output<typeof DataExport>

export const requestDataExport = defineEndpoint({
  method: 'POST',
  path: '/api/me/export',
  summary:
    'Asks for a copy of one’s own data, a ZIP of JSON and media; the bell and a letter say when it is ready',
  tag,
  status: 202,
  response: z.object({ export: DataExport }),
})

export const getDataExport = defineEndpoint({
  method: 'GET',
  path: '/api/me/export',
  summary: 'The newest copy of one’s own data, if there is one',
  tag,
  response: z.object({ export: DataExport.nullable() }),
})

/** The ZIP file; only its owner may download it. */
export const dataExportPath = (id: string) => `/api/me/export/${id}`

/** Counts below this could identify a person and are not published. */
export const transparencyMinCount = 5

/** `null`: between 1 and 4. */
const Count = z.int().nullable().meta({ description: 'null: fewer than 5' })
const Counts = z.array(z.object({ name: z.string(), count: Count }))
const Total = z.object({
  at_least: z.int(),
  exact: z.boolean().meta({ description: 'false where a part of it is not said' }),
})

export const TransparencyQuarter = z.object({
  quarter: z.string().meta({ description: 'as 2026-Q4; only quarters that are over' }),
  reports: z.object({ total: Total, by_reason: Counts }),
  actions: z.object({ total: Total, by_kind: Counts }),
  median_hours: z.number().nullable().meta({
    description: 'from the opening of a case to a person’s decision; null where there were fewer than 5',
  }),
  appeals: z.object({ total: Total, by_outcome: Counts }),
  accounts_suspended: Count,
})
export type TransparencyQuarter = z.output<typeof TransparencyQuarter>

export const getTransparencyReport = defineEndpoint({
  method: 'GET',
  path: '/api/transparency',
  summary: 'What was reported and decided, by quarter, newest first; numbers below five are not said',
  tag: 'Transparency',
  response: z.object({ quarters: z.array(TransparencyQuarter) }),
})
