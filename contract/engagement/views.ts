import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

const tag = 'Views'

export const postView = defineEndpoint({
  method: 'POST',
  path: '/api/content/{id}/views',
  summary:
    'The player’s word that somebody has really watched: counted once for each viewer in half an hour, never the owner’s own, and never with who it was',
  tag,
  status: 204,
  params: z.object({ id: z.uuid('content_not_found') }),
  response: z.undefined(),
})

export const getOwnViewCounts = defineEndpoint({
  method: 'GET',
  path: '/api/me/views',
  summary:
    'How often one’s own items were watched in the last 7, 28 and 90 days, today (UTC) with them; nobody else sees it',
  tag,
  response: z.object({ spans: z.array(z.object({ days: z.int(), views: z.int() })) }),
})
