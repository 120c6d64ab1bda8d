import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

const tag = 'Views'

export const addVideoView = defineEndpoint({
  method: 'POST',
  path: '/api/content/{id}/views',
  summary:
    'Records a view of a video. A viewer counts at most once in 30 minutes. Views by the owner don’t count. Viewers are not stored.',
  tag,
  status: 204,
  params: z.object({ id: z.uuid('content_not_found') }),
  response: z.undefined(),
})

export const getOwnViewCounts = defineEndpoint({
  method: 'GET',
  path: '/api/me/views',
  summary:
    'Returns how often your videos were watched in the last 7, 28 and 90 days, including today (UTC). Nobody else can see it.',
  tag,
  response: z.object({ spans: z.array(z.object({ days: z.int(), views: z.int() })) }),
})
