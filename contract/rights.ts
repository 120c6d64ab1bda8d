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
