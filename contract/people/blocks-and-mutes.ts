import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { PeoplePage, peoplePageQuery } from './follows.ts'

/* A block hides two people from each other. A mute hides a person from the one who muted only. */

const tag = 'Blocking'
const params = z.object({ id: z.uuid('creator_not_found') })

export const putBlock = defineEndpoint({
  method: 'PUT',
  path: '/api/profiles/id/{id}/block',
  summary: 'Blocks somebody: neither exists for the other any more',
  tag,
  params,
  response: z.object({ blocked: z.boolean() }),
})

export const deleteBlock = defineEndpoint({
  method: 'DELETE',
  path: '/api/profiles/id/{id}/block',
  summary: 'Ends one’s own block; who followed whom does not come back',
  tag,
  params,
  response: z.object({ blocked: z.boolean() }),
})

export const putMute = defineEndpoint({
  method: 'PUT',
  path: '/api/profiles/id/{id}/mute',
  summary: 'Mutes somebody: their videos leave one’s lists, their comments fold; they notice nothing',
  tag,
  params,
  response: z.object({ muted: z.boolean() }),
})

export const deleteMute = defineEndpoint({
  method: 'DELETE',
  path: '/api/profiles/id/{id}/mute',
  summary: 'Unmutes',
  tag,
  params,
  response: z.object({ muted: z.boolean() }),
})

export const listBlocks = defineEndpoint({
  method: 'GET',
  path: '/api/me/blocks',
  summary: 'Whom one has blocked, newest first',
  tag,
  query: peoplePageQuery,
  response: PeoplePage,
})

export const listMutes = defineEndpoint({
  method: 'GET',
  path: '/api/me/mutes',
  summary: 'Whom one has muted, newest first',
  tag,
  query: peoplePageQuery,
  response: PeoplePage,
})
