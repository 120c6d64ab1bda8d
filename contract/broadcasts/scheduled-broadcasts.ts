import { z } from 'zod'
import { Creator } from '../content/content.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Id, Timestamp } from '../scalars.ts'
import { postAnywayField } from '../user-text.ts'
import { broadcastDetailFields, BroadcastSource, OwnBroadcast } from './broadcasts.ts'

const tag = 'Broadcasts'
const ScheduledId = z.object({ id: z.uuid('content_not_found') })
const StartTime = z.iso.datetime({ offset: true, error: 'broadcast_start_time' }).meta({
  description: 'When the broadcast starts: between 15 minutes and 30 days from now.',
})

/** A broadcast that has a start time but has not started yet. `id` is the id of its content item. */
export const ScheduledBroadcast = z.object({
  id: Id,
  title: z.string(),
  creator: Creator,
  starts_at: Timestamp,
  mine: z.boolean(),
  has_reminder: z.boolean().meta({ description: 'Whether you have set a reminder for the broadcast.' }),
})
export type ScheduledBroadcast = z.output<typeof ScheduledBroadcast>

export const createScheduledBroadcast = defineEndpoint({
  method: 'POST',
  path: '/api/scheduled-broadcasts',
  summary:
    'Schedules a broadcast. Its page is available immediately. The broadcast does not start automatically.',
  tag,
  idempotent: true,
  status: 201,
  body: z.strictObject({
    ...broadcastDetailFields,
    starts_at: StartTime,
    anyway: postAnywayField,
  }),
  response: ScheduledBroadcast,
})

export const listScheduledBroadcasts = defineEndpoint({
  method: 'GET',
  path: '/api/scheduled-broadcasts',
  summary: 'Lists the scheduled broadcasts that the viewer may find, soonest first.',
  tag,
  query: z.strictObject({
    creator: z.uuid().optional().meta({ description: 'Lists only the broadcasts by this creator.' }),
  }),
  response: z.object({ items: z.array(ScheduledBroadcast) }),
})

export const listOwnScheduledBroadcasts = defineEndpoint({
  method: 'GET',
  path: '/api/scheduled-broadcasts/mine',
  summary: 'Lists your scheduled broadcasts that have not started, soonest first.',
  tag,
  response: z.object({ items: z.array(ScheduledBroadcast) }),
})

export const getScheduledBroadcast = defineEndpoint({
  method: 'GET',
  path: '/api/scheduled-broadcasts/{id}',
  summary: 'Retrieves a scheduled broadcast. After it has started, use `GET /api/broadcasts/{id}` instead.',
  tag,
  params: ScheduledId,
  response: ScheduledBroadcast,
})

export const rescheduleBroadcast = defineEndpoint({
  method: 'PATCH',
  path: '/api/scheduled-broadcasts/{id}',
  summary: 'Reschedules your broadcast.',
  tag,
  params: ScheduledId,
  body: z.strictObject({ starts_at: StartTime }),
  response: ScheduledBroadcast,
})

export const cancelScheduledBroadcast = defineEndpoint({
  method: 'DELETE',
  path: '/api/scheduled-broadcasts/{id}',
  summary: 'Cancels your scheduled broadcast and deletes its page.',
  tag,
  status: 204,
  params: ScheduledId,
  response: z.undefined(),
})

export const startScheduledBroadcast = defineEndpoint({
  method: 'POST',
  path: '/api/scheduled-broadcasts/{id}/start',
  summary:
    'Starts your scheduled broadcast, even before its start time. Then send its chunks, or start your encoder.',
  tag,
  params: ScheduledId,
  body: z.strictObject({ source: BroadcastSource.default('browser') }),
  response: OwnBroadcast,
})

export const setBroadcastReminder = defineEndpoint({
  method: 'PUT',
  path: '/api/scheduled-broadcasts/{id}/reminder',
  summary:
    'Sets a reminder: you get a notification when the broadcast starts, is rescheduled or is cancelled. Repeated requests have no effect.',
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
