import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

const tag = 'Moderation'
const params = z.object({ id: z.uuid('not_found') })

export const featureContent = defineEndpoint({
  method: 'PUT',
  path: '/api/mod/content/{id}/featured',
  summary: 'Features a public video. Staff only.',
  tag,
  status: 204,
  params,
  response: z.undefined(),
})

export const unfeatureContent = defineEndpoint({
  method: 'DELETE',
  path: '/api/mod/content/{id}/featured',
  summary: 'Stops featuring a video. Staff only.',
  tag,
  status: 204,
  params,
  response: z.undefined(),
})
