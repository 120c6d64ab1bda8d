import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './ids.ts'

/** What strangers may know. `card` is a private profile's stub: avatar and @username only. */
export const Profile = z.object({
  user_id: Id,
  username: z.string(),
  display_name: z.string(),
  bio: z.string(),
  avatar_url: z.string().nullable(),
  is_private: z.boolean(),
  view: z.enum(['full', 'card']),
  mine: z.boolean(),
})
export type Profile = z.output<typeof Profile>

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/profiles/{username}',
  summary: 'A profile by username, in any case',
  tag: 'Profiles',
  params: z.object({ username: z.string().regex(/^[A-Za-z0-9_]{1,40}$/, 'creator_not_found') }),
  answer: Profile,
})

export const getProfileById = endpoint({
  method: 'GET',
  path: '/api/profiles/id/{id}',
  summary: 'A profile by user id',
  tag: 'Profiles',
  params: z.object({ id: z.uuid('creator_not_found') }),
  answer: Profile,
})
