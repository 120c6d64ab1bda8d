import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

export const cancelAccountDeletion = defineEndpoint({
  method: 'DELETE',
  path: '/api/me/deletion',
  summary: 'Cancels the deletion of your account. Possible for 24 hours after it was scheduled.',
  tag: 'Contact',
  status: 204,
  response: z.undefined(),
})
