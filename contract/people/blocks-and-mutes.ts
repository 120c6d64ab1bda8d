import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { PeopleListPage, followListQuerySchema } from './follows.ts'

/*
 * A block hides two people from each other. A mute hides the muted person from the person who muted them, but
 * not the other way round.
 */

const tag = 'Blocking'
const params = z.object({ id: z.uuid('creator_not_found') })

export const putBlock = defineEndpoint({
  method: 'PUT',
  path: '/api/profiles/id/{id}/block',
  summary: 'Blocks a user. The two of you can no longer see each other.',
  tag,
  params,
  response: z.object({ blocked: z.boolean() }),
})

export const deleteBlock = defineEndpoint({
  method: 'DELETE',
  path: '/api/profiles/id/{id}/block',
  summary: 'Unblocks a user. Follows between you are not restored.',
  tag,
  params,
  response: z.object({ blocked: z.boolean() }),
})

export const putMute = defineEndpoint({
  method: 'PUT',
  path: '/api/profiles/id/{id}/mute',
  summary:
    'Mutes a user. Their videos disappear from your lists and their comments are collapsed. They aren’t notified.',
  tag,
  params,
  response: z.object({ muted: z.boolean() }),
})

export const deleteMute = defineEndpoint({
  method: 'DELETE',
  path: '/api/profiles/id/{id}/mute',
  summary: 'Unmutes a user.',
  tag,
  params,
  response: z.object({ muted: z.boolean() }),
})

export const listBlocks = defineEndpoint({
  method: 'GET',
  path: '/api/me/blocks',
  summary: 'Lists the users you have blocked, newest first.',
  tag,
  query: followListQuerySchema,
  response: PeopleListPage,
})

export const listMutes = defineEndpoint({
  method: 'GET',
  path: '/api/me/mutes',
  summary: 'Lists the users you have muted, newest first.',
  tag,
  query: followListQuerySchema,
  response: PeopleListPage,
})
