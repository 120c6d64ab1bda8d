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

/**
 * Returns the URL path for downloading the ZIP file of a data export. Only the owner of the export can
 * download it.
 */
export const dataExportPath = (id: string) => `/api/me/export/${id}`
