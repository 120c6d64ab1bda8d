import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { NewVideoNotifications } from './follows.ts'

/*
 * This endpoint has its own module, because the watch page needs the endpoints of follows.ts but not this
 * one.
 */

export const putNewVideoNotifications = defineEndpoint({
  method: 'PUT',
  path: '/api/profiles/id/{id}/follow/notifications',
  summary: 'Sets whether you get a notification about each new video by a person you follow.',
  tag: 'Following',
  params: z.object({ id: z.uuid('creator_not_found') }),
  body: z.strictObject({ new_videos: NewVideoNotifications }),
  response: z.object({ new_videos: NewVideoNotifications }),
})
