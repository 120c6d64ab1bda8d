import { z } from 'zod'
import { ContentRating, Visibility } from '../content/content-types.ts'
import { Creator } from '../content/content.ts'
import { descriptionSchema, titleSchema } from '../content/own-content.ts'
import { defineEndpoint } from '../endpoint.ts'
import { CommentMode } from '../engagement/comment-modes.ts'
import { Id, Timestamp } from '../scalars.ts'
import { postAnywayField } from '../user-text.ts'
import { BroadcastSource, OwnBroadcast } from './broadcasts.ts'

const tag = 'Broadcasts'
const ScheduledId = z.object({ id: z.uuid('content_not_found') })
const StartTime = z.iso.datetime({ offset: true, error: 'broadcast_start_time' }).meta({
  description: 'When the broadcast starts: from 15 minutes to 30 days from now.',
})

/** A broadcast that is announced but has not started. `id` is the id of its content item. */
export const ScheduledBroadcast = z.object({
  id: Id,
  title: z.string(),
  creator: Creator,
  starts_at: Timestamp,
  mine: z.boolean(),
  has_reminder: z.boolean().meta({ description: 'Whether you get a notification when the broadcast starts.' }),
})
export type ScheduledBroadcast = z.output<typeof ScheduledBroadcast>

export const createScheduledBroadcast = defineEndpoint({
  method: 'POST',
  path: '/api/scheduled-broadcasts',
  summary: 'Announces a broadcast. It gets its page now, and starts when you start it.',
  tag,
  idempotent: true,
  status: 201,
  body: z.strictObject({
    title: titleSchema,
    description: descriptionSchema.default(''),
    genre: z.string().trim().max(60).default(''),
    visibility: Visibility.optional().meta({ description: 'Defaults to your setting for new uploads.' }),
    rating: ContentRating.default('all'),
    comment_mode: CommentMode.default('everyone'),
    starts_at: StartTime,
    anyway: postAnywayField,
  }),
  response: ScheduledBroadcast,
})

export const listScheduledBroadcasts = defineEndpoint({
  method: 'GET',
  path: '/api/scheduled-broadcasts',
  summary: 'Lists the announced broadcasts that the viewer may find, soonest first.',
  tag,
  response: z.object({ items: z.array(ScheduledBroadcast) }),
})

export const listOwnScheduledBroadcasts = defineEndpoint({
  method: 'GET',
  path: '/api/scheduled-broadcasts/mine',
  summary: 'Lists the broadcasts that you have announced and not started, soonest first.',
  tag,
  response: z.object({ items: z.array(ScheduledBroadcast) }),
})

export const getScheduledBroadcast = defineEndpoint({
  method: 'GET',
  path: '/api/scheduled-broadcasts/{id}',
  summary: 'Retrieves an announced broadcast. After it has started, it no longer exists here.',
  tag,
  params: ScheduledId,
  response: ScheduledBroadcast,
})

export const rescheduleBroadcast = defineEndpoint({
  method: 'PATCH',
  path: '/api/scheduled-broadcasts/{id}',
  summary: 'Changes the time of your announced broadcast.',
  tag,
  params: ScheduledId,
  body: z.strictObject({ starts_at: StartTime }),
  response: ScheduledBroadcast,
})

export const cancelScheduledBroadcast = defineEndpoint({
  method: 'DELETE',
  path: '/api/scheduled-broadcasts/{id}',
  summary: 'Cancels your announced broadcast and deletes its page.',
  tag,
  status: 204,
  params: ScheduledId,
  response: z.undefined(),
})

export const startScheduledBroadcast = defineEndpoint({
  method: 'POST',
  path: '/api/scheduled-broadcasts/{id}/start',
  summary:
    'Starts your announced broadcast, also before its time. Then send its chunks, or start an encoder.',
  tag,
  params: ScheduledId,
  body: z.strictObject({ source: BroadcastSource.default('browser') }),
  response: OwnBroadcast,
})

export const setBroadcastReminder = defineEndpoint({
  method: 'PUT',
  path: '/api/scheduled-broadcasts/{id}/reminder',
  summary: 'Notifies you when the broadcast starts. Repeated requests have no effect.',
  tag,
  status: 204,
  params: ScheduledId,
  response: z.undefined(),
})

export const deleteBroadcastReminder = defineEndpoint({
  method: 'DELETE',
  path: '/api/scheduled-broadcasts/{id}/reminder',
  summary: 'Deletes your reminder. Repeated requests have no effect.',
  tag,
  status: 204,
  params: ScheduledId,
  response: z.undefined(),
})
