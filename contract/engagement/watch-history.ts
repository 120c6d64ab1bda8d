import { z } from 'zod'
import { Content } from '../content/content.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageSizeLimits, searchLimits } from '../limits.ts'
import { Cursor, Timestamp } from '../scalars.ts'
import { playbackResumeLimits } from './playback-resume.ts'

const tag = 'Watch history'
const params = z.object({ id: z.uuid('content_not_found') })

/** Whether a person syncs the watch history across devices. `unset` means that the person has not been asked yet. */
export const watchHistoryStates = ['unset', 'off', 'on', 'paused'] as const
export type WatchHistoryState = (typeof watchHistoryStates)[number]
const State = z.object({ state: z.enum(watchHistoryStates) })

export const HistoryEntry = z.object({
  item: Content,
  seconds: z
    .int()
    .meta({ description: 'The position at which you stopped. 0 starts the video from the beginning.' }),
  watched_at: Timestamp,
})
export type HistoryEntry = z.output<typeof HistoryEntry>

export const getWatchHistoryState = defineEndpoint({
  method: 'GET',
  path: '/api/me/history-state',
  summary: 'Returns whether your watch history is synced across your devices.',
  tag,
  response: State,
})

export const putWatchHistoryState = defineEndpoint({
  method: 'PUT',
  path: '/api/me/history-state',
  summary:
    'Turns your watch history on or off, or pauses it. Turning it off deletes the history, which requires `confirmed` unless the history is empty.',
  tag,
  body: z.strictObject({ state: z.enum(['off', 'on', 'paused']), confirmed: z.boolean().default(false) }),
  response: State,
})

export const listWatchHistory = defineEndpoint({
  method: 'GET',
  path: '/api/me/history',
  summary: `Lists the videos in your watch history that you can still watch, newest first. Nobody else can see your history, and entries are deleted after ${playbackResumeLimits.historyDays} days.`,
  tag,
  query: z.strictObject({
    q: z
      .string()
      .trim()
      .max(searchLimits.queryMax)
      .optional()
      .meta({ description: 'Matches part of the title.' }),
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(pageSizeLimits.max).default(pageSizeLimits.default),
  }),
  response: State.extend({ items: z.array(HistoryEntry), next_cursor: Cursor.nullable() }),
})

export const putPlaybackPosition = defineEndpoint({
  method: 'PUT',
  path: '/api/me/history/{id}',
  summary:
    'Saves the position at which you stopped watching a video. The newest position from any of your devices wins. Nothing is saved while your watch history is off or paused.',
  tag,
  status: 204,
  params,
  body: z.strictObject({
    seconds: z
      .number()
      .min(0)
      .max(7 * 24 * 3600),
    seconds_ago: z
      .number()
      .min(0)
      .max(playbackResumeLimits.historyDays * 24 * 3600)
      .default(0)
      .meta({ description: 'How many seconds ago you were at this position.' }),
  }),
  response: z.undefined(),
})

export const deleteHistoryEntry = defineEndpoint({
  method: 'DELETE',
  path: '/api/me/history/{id}',
  summary: 'Removes a video from your watch history. Repeated requests have no further effect.',
  tag,
  status: 204,
  params,
  response: z.undefined(),
})

export const clearWatchHistory = defineEndpoint({
  method: 'DELETE',
  path: '/api/me/history',
  summary: 'Deletes your watch history.',
  tag,
  status: 204,
  response: z.undefined(),
})
