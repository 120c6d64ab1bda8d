import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { watchTimeHeartbeat } from './limits.ts'

const tag = 'Wellbeing'

export const putTimeZone = defineEndpoint({
  method: 'PUT',
  path: '/api/me/time-zone',
  summary:
    'The time zone one’s browser is in: when one’s quiet hours are, and when one’s day begins. Seen by nobody else',
  tag,
  status: 204,
  body: z.strictObject({
    time_zone: z.string().max(64).meta({ description: 'an IANA name, `Europe/Berlin`' }),
  }),
  response: z.undefined(),
})

export const getPlaybackPreferences = defineEndpoint({
  method: 'GET',
  path: '/api/me/playing',
  summary: 'What one has chosen for playing videos, or has by default',
  tag,
  response: z.object({
    autoplay_next: z.boolean(),
    break_minutes: z.number().meta({ description: 'of playing, until a break is offered; 0 is never' }),
  }),
})

export const addWatchTime = defineEndpoint({
  method: 'POST',
  path: '/api/me/watch-time',
  summary:
    'The player’s beat: how long it has played since the last; never counts more than has passed, and nothing signed out',
  tag,
  status: 204,
  body: z.strictObject({
    beat: z.uuid().meta({ description: 'new for each; one that comes again counts once' }),
    seconds: z
      .number()
      .min(0)
      .max(watchTimeHeartbeat.seconds * 2),
  }),
  response: z.undefined(),
})

export const getWatchTime = defineEndpoint({
  method: 'GET',
  path: '/api/me/watch-time',
  summary: 'How long one has watched on each of the last 28 days, today last; what was watched is not kept',
  tag,
  response: z.object({
    days: z.array(z.object({ day: z.iso.date(), minutes: z.int() })),
  }),
})

export const deleteWatchTime = defineEndpoint({
  method: 'DELETE',
  path: '/api/me/watch-time',
  summary: 'Forgets it all; counting begins anew',
  tag,
  status: 204,
  response: z.undefined(),
})
