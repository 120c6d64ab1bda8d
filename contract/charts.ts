import { z } from 'zod'
import { type CategoryName, categoryNames } from './categories.ts'
import { Content } from './content.ts'
import { endpoint } from './endpoint.ts'
import { Timestamp } from './ids.ts'

export const periods = ['today', 'week', 'all'] as const
export type Period = (typeof periods)[number]

/** TV shows are Shows under another name: one chart for both. */
export const chartCategories = categoryNames.filter((name) => name !== 'tv-shows') as Exclude<
  CategoryName,
  'tv-shows'
>[]
export type ChartCategory = (typeof chartCategories)[number]

export const Place = z.object({
  rank: z.int(),
  before: z.int().nullable().meta({ description: 'its rank in the period before; null when it had none' }),
  points: z.int(),
  item: Content,
})
export type Place = z.output<typeof Place>

export const getChart = endpoint({
  method: 'GET',
  path: '/api/charts',
  summary: 'Teen Charts: what was liked and talked about most, one place a creator',
  tag: 'Finding',
  query: z.strictObject({
    period: z.enum(periods).default('week'),
    category: z.enum(chartCategories).optional(),
  }),
  answer: z.object({ period: z.enum(periods), counted_at: Timestamp, places: z.array(Place) }),
})
