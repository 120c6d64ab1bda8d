import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { watchTimeSettings } from './limits.ts'

const tag = 'Wellbeing'

export const putTimeZone = defineEndpoint({
  method: 'PUT',
  path: '/api/me/time-zone',
  summary:
    'Sets your time zone, which determines your quiet hours and when your day begins. Nobody else can see it.',
  tag,
  status: 204,
  body: z.strictObject({
    time_zone: z.string().max(64).meta({ description: 'An IANA time zone name such as `Europe/Berlin`.' }),
  }),
  response: z.undefined(),
})

export const getPlaybackPreferences = defineEndpoint({
  method: 'GET',
  path: '/api/me/playing',
  summary: 'Returns your playback preferences.',
  tag,
  response: z.object({
    autoplay_next: z.boolean(),
    break_minutes: z
      .number()
      .meta({ description: 'Minutes of playback after which the player suggests a break. 0 means never.' }),
  }),
})

export const addWatchTime = defineEndpoint({
  method: 'POST',
  path: '/api/me/watch-time',
  summary:
    'Reports how long the player has played since its last report. Counts only while the viewer is signed in, and never more than the time that has passed.',
  tag,
  status: 204,
  body: z.strictObject({
    beat: z.uuid().meta({ description: 'A new UUID for each report. A repeated report counts once.' }),
    seconds: z
      .number()
      .min(0)
      .max(watchTimeSettings.seconds * 2),
  }),
  response: z.undefined(),
})

export const getWatchTime = defineEndpoint({
  method: 'GET',
  path: '/api/me/watch-time',
  summary:
    'Returns your watch time for each of the last 28 days, with today last. What you watched is not stored.',
  tag,
  response: z.object({
    days: z.array(z.object({ day: z.iso.date(), minutes: z.int() })),
  }),
})

export const deleteWatchTime = defineEndpoint({
  method: 'DELETE',
  path: '/api/me/watch-time',
  summary: 'Deletes your watch time. Counting starts again from zero.',
  tag,
  status: 204,
  response: z.undefined(),
})
