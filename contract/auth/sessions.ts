import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { Id, Timestamp } from '../scalars.ts'

const tag = 'Accounts'

export const Session = z.object({
  id: Id,
  device: z
    .string()
    .nullable()
    .meta({ description: 'a few words, such as Firefox on Windows; null when unknown' }),
  is_program: z.boolean().meta({ description: 'signed in by a program that holds tokens' }),
  is_current: z.boolean().meta({ description: 'the one that asks' }),
  created_at: Timestamp,
  used_at: Timestamp.meta({ description: 'when it was last renewed by use; to the day or the hour' }),
  expires_at: Timestamp,
})
export type Session = z.output<typeof Session>

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/api/me/sessions',
  summary: 'Where one is signed in, this session first',
  tag,
  response: z.object({ items: z.array(Session) }),
})

export const deleteSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/me/sessions/{id}',
  summary: 'Signs out on one device; repeating does no harm',
  tag,
  status: 204,
  params: z.object({ id: Id }),
  response: z.undefined(),
})

export const deleteAllSessions = defineEndpoint({
  method: 'DELETE',
  path: '/api/me/sessions',
  summary: 'Signs out everywhere, here too',
  tag,
  status: 204,
  response: z.undefined(),
})
