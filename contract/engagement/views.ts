import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { analyticsLimits } from './analytics-limits.ts'

const tag = 'Views'
const params = z.object({ id: z.uuid('content_not_found') })

export const addVideoView = defineEndpoint({
  method: 'POST',
  path: '/api/content/{id}/views',
  summary:
    'Records a view of a video. A viewer counts at most once in 30 minutes. Views by the owner don’t count. Viewers are not stored.',
  tag,
  params,
  response: z.object({
    token: z.string().meta({
      description: `Send this token with the summary of the view within ${analyticsLimits.viewTokenHours} hours. The token doesn’t reveal whether the view counts.`,
    }),
  }),
})

/** The traffic source of a view, as the browser reports it. */
export const viewSources = [
  'home',
  'search',
  'category',
  'creator',
  'recommended',
  'playlist',
  'following',
  'external',
  'embedded',
  'direct',
  'other',
] as const
export type ViewSource = (typeof viewSources)[number]

export const addWatchSummary = defineEndpoint({
  method: 'POST',
  path: '/api/content/{id}/watch-summaries',
  summary:
    'Reports how much of the video the viewer has played so far. The site stores only totals per video and day. Each token works once: send each summary with the token from the previous response.',
  tag,
  params,
  body: z.strictObject({
    token: z.string().max(1000),
    seconds: z
      .int()
      .min(1)
      .max(analyticsLimits.viewTokenHours * 3600)
      .meta({ description: 'The playback time since the view began, in seconds.' }),
    played: z
      .string()
      .regex(/^[0-9a-f]{25}$/)
      .meta({
        description:
          'The hundredths of the video that were played, as 100 bits in hexadecimal. The first bit is the beginning of the video.',
      }),
    source: z.enum(viewSources),
  }),
  response: z.object({
    token: z
      .string()
      .nullable()
      .meta({ description: 'The token for the next summary of this view, or null if there is none.' }),
  }),
})

export const getOwnViewCounts = defineEndpoint({
  method: 'GET',
  path: '/api/me/views',
  summary:
    'Returns how often your videos were watched in the last 7, 28 and 90 days, including today (UTC). Nobody else can see it.',
  tag,
  response: z.object({ spans: z.array(z.object({ days: z.int(), views: z.int() })) }),
})
