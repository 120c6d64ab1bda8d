import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { Id, Timestamp } from '../scalars.ts'

const tag = 'Data export'

export const DataExport = z.object({
  id: Id,
  requested_at: Timestamp,
  ready_at: Timestamp.nullable().meta({
    description: 'When the export was completed, or null while it is being prepared.',
  }),
  expires_at: Timestamp.nullable(),
  bytes: z.int().nullable(),
  url: z.string().nullable().meta({ description: 'The URL of the ZIP file. Only you can download it.' }),
})
export type DataExport = z.output<typeof DataExport>

export const requestDataExport = defineEndpoint({
  method: 'POST',
  path: '/api/me/export',
  summary:
    'Requests an export of your data as a ZIP file with JSON and media. You get a notification and an email when it is ready.',
  tag,
  status: 202,
  response: z.object({ export: DataExport }),
})

export const getDataExport = defineEndpoint({
  method: 'GET',
  path: '/api/me/export',
  summary: 'Retrieves your latest data export, or null if there is none.',
  tag,
  response: z.object({ export: DataExport.nullable() }),
})

/** The path of a data export's ZIP file. Only the owner of the data export can download it. */
export const dataExportPath = (id: string) => `/api/me/export/${id}`

/** Counts below this number could identify a person, so they are not published. */
export const transparencyMinCount = 5

/** A count that is published as null if it is between 1 and 4. */
const Count = z.int().nullable().meta({ description: 'The count, or null if it is between 1 and 4.' })
const Counts = z.array(z.object({ name: z.string(), count: Count }))
const Total = z.object({
  at_least: z.int(),
  exact: z
    .boolean()
    .meta({ description: 'Whether the total is exact. False if a part of it is suppressed.' }),
})

export const TransparencyQuarter = z.object({
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
export type TransparencyQuarter = z.output<typeof TransparencyQuarter>

export const getTransparencyReport = defineEndpoint({
  method: 'GET',
  path: '/api/transparency',
  summary:
    'Lists the numbers of reports and decisions by quarter, newest first. Counts below five are suppressed.',
  tag: 'Transparency',
  response: z.object({ quarters: z.array(TransparencyQuarter) }),
})
