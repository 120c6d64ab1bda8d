import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { analyticsLimits } from './analytics-limits.ts'
import { Id } from '../scalars.ts'
import { viewSources } from './views.ts'

const tag = 'Analytics'
const { minViewers, minViewersForSources, periodDays, retentionPoints } = analyticsLimits

export const AnalyticsPeriod = z
  .enum(periodDays.map(String) as ['7', '28', '90', '365'])
  .default('28')
  .meta({ description: 'The length of the period in days. The period ends yesterday (UTC).' })
export type AnalyticsPeriod = z.output<typeof AnalyticsPeriod>

const query = z.strictObject({ days: AnalyticsPeriod })
const figures = {
  views: z.int(),
  watch_seconds: z.int(),
  average_view_seconds: z
    .number()
    .nullable()
    .meta({ description: 'The average watch time of a view, to a tenth of a second.' }),
}

const DailyFigures = z
  .object({ from: z.iso.date(), to: z.iso.date(), ...figures })
  .meta({ description: `One day, or several days that together have at least ${minViewers} viewers.` })
export type DailyAnalytics = z.output<typeof DailyFigures>

const period = { from: z.iso.date(), to: z.iso.date() }
const engagement = { likes: z.int(), comments: z.int() }
const suppressed = `Null until at least ${minViewers} viewers can be shown together.`

const VideoFigures = z.object({ id: Id, title: z.string(), ...figures })
export type VideoAnalyticsSummary = z.output<typeof VideoFigures>

export const Analytics = z.object({
  ...period,
  totals: z
    .object({
      ...figures,
      ...engagement,
      followers_gained: z.int(),
      followers_lost: z.int(),
    })
    .nullable()
    .meta({ description: suppressed }),
  days: z.array(DailyFigures),
  videos: z.array(VideoFigures).meta({ description: 'The most viewed videos of the period.' }),
})
export type Analytics = z.output<typeof Analytics>

export const VideoAnalytics = z.object({
  id: Id,
  title: z.string(),
  duration_seconds: z.number().nullable(),
  ...period,
  totals: z
    .object({ ...figures, ...engagement })
    .nullable()
    .meta({ description: suppressed }),
  days: z.array(DailyFigures),
  replaced_on: z.iso.date().nullable().meta({
    description: 'The day (UTC) on which the video’s file was last replaced.',
  }),
  retention: z
    .array(z.number())
    .nullable()
    .meta({
      description: `For each of the ${retentionPoints} hundredths of the video, the share of views that played it (0 to 1). Only days after \`replaced_on\` count.`,
    }),
  sources: z
    .array(z.object({ source: z.enum(viewSources), viewers: z.int() }))
    .nullable()
    .meta({
      description: `Where viewers came from. Days are combined until they have ${minViewersForSources} viewers. Sources with fewer than ${minViewers} viewers are added to \`other\`.`,
    }),
})
export type VideoAnalytics = z.output<typeof VideoAnalytics>

export const getOwnAnalytics = defineEndpoint({
  method: 'GET',
  path: '/api/me/analytics',
  summary:
    'Returns the combined analytics of all your videos. Only you can see them. Figures for a day appear the next morning.',
  tag,
  query,
  response: Analytics,
})

export const getVideoAnalytics = defineEndpoint({
  method: 'GET',
  path: '/api/content/{id}/analytics',
  summary: 'Returns the analytics of one of your videos. Only you can see them.',
  tag,
  params: z.object({ id: z.uuid('content_not_found') }),
  query,
  response: VideoAnalytics,
})

/** The analytics tables that a creator can download as CSV files, for all videos and for one video. */
export const creatorAnalyticsTableNames = ['days', 'videos'] as const
export const videoAnalyticsTableNames = ['days', 'retention', 'sources'] as const
export type AnalyticsTable =
  | (typeof creatorAnalyticsTableNames)[number]
  | (typeof videoAnalyticsTableNames)[number]

export const OwnAnalyticsCsvQuery = z.strictObject({
  days: AnalyticsPeriod,
  table: z.enum(creatorAnalyticsTableNames).default('days'),
})
export const VideoAnalyticsCsvQuery = z.strictObject({
  days: AnalyticsPeriod,
  table: z.enum(videoAnalyticsTableNames).default('days'),
})

/** The paths of the CSV downloads. */
export const ownAnalyticsCsvPath = '/api/me/analytics.csv'
export const videoAnalyticsCsvPath = (id: string) => `/api/content/${id}/analytics.csv`
