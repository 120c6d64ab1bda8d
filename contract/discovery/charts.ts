import { z } from 'zod'
import { type CategoryName, categoryNames } from './categories.ts'
import { Content } from '../content/content.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Timestamp } from '../scalars.ts'

export const chartPeriods = ['today', 'week', 'all'] as const
export type ChartPeriod = (typeof chartPeriods)[number]

/** The categories for which there is a chart. The types Shows and TV Shows share one chart. */
export const chartCategories = categoryNames.filter((name) => name !== 'tv-shows') as Exclude<
  CategoryName,
  'tv-shows'
>[]
export type ChartCategory = (typeof chartCategories)[number]

export const ChartEntry = z.object({
  rank: z.int(),
  before: z
    .int()
    .nullable()
    .meta({ description: 'The rank in the previous period, or null if the item was not ranked.' }),
  points: z.int(),
  item: Content,
})
export type ChartEntry = z.output<typeof ChartEntry>

export const getChart = defineEndpoint({
  method: 'GET',
  path: '/api/charts',
  summary: 'Returns the Teen Charts: the items with the most likes and commenters, one per creator.',
  tag: 'Discovery',
  query: z.strictObject({
    period: z.enum(chartPeriods).default('week'),
    category: z.enum(chartCategories).optional(),
  }),
  response: z.object({ period: z.enum(chartPeriods), counted_at: Timestamp, places: z.array(ChartEntry) }),
})
