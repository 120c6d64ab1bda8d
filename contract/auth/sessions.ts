import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { Id, Timestamp } from '../scalars.ts'

const tag = 'Accounts'

export const Session = z.object({
  id: Id,
  device: z
    .string()
    .nullable()
    .meta({ description: 'A short description such as `Firefox on Windows`, or null if unknown.' }),
  is_program: z
    .boolean()
    .meta({ description: 'Whether the session belongs to an API client with access tokens.' }),
  is_current: z.boolean().meta({ description: 'Whether this is the session of the request.' }),
  created_at: Timestamp,
  used_at: Timestamp.meta({ description: 'When the session was last used, to the day or the hour.' }),
  expires_at: Timestamp,
})
export type Session = z.output<typeof Session>

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/api/me/sessions',
  summary: 'Lists your sessions, the current one first.',
  tag,
  response: z.object({ items: z.array(Session) }),
})

export const deleteSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/me/sessions/{id}',
  summary: 'Ends one of your sessions. Repeated requests have no further effect.',
  tag,
  status: 204,
  params: z.object({ id: Id }),
  response: z.undefined(),
})

export const deleteAllSessions = defineEndpoint({
  method: 'DELETE',
  path: '/api/me/sessions',
  summary: 'Ends all your sessions, including the current one.',
  tag,
  status: 204,
  response: z.undefined(),
})
