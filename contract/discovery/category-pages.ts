import { z } from 'zod'
import { categoryNames } from './categories.ts'
import { Content, ContentPage } from '../content/content.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Cursor } from '../scalars.ts'
import { pageSize } from '../limits.ts'

const tag = 'Content'

const More = z
  .boolean()
  .meta({ description: 'there are more than these: see /api/categories/{category}/{row}' })
const Row = z.object({ title: z.string(), items: z.array(Content), more: More })

export const getCategory = defineEndpoint({
  method: 'GET',
  path: '/api/categories/{category}',
  summary: 'A category page: its rows, each only if it has items',
  tag,
  params: z.object({ category: z.enum(categoryNames, 'not_found') }),
  response: z.object({
    rows: z.array(Row),
    mine: z.array(Content).meta({ description: 'the signed-in viewer’s own items' }),
    mine_more: More,
  }),
})

/** All items of one row. `row` is the slug of its title: `hip-hop-rap`, `my-music`. */
export const getCategoryRow = defineEndpoint({
  method: 'GET',
  path: '/api/categories/{category}/{row}',
  summary: 'All items of one row of a category page, newest first, a page at a time',
  tag,
  params: z.object({ category: z.enum(categoryNames, 'not_found'), row: z.string().max(60, 'not_found') }),
  query: z.strictObject({
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(pageSize.max).default(pageSize.default),
  }),
  response: ContentPage.extend({ title: z.string() }),
})

const Spot = Content.nullable()

export const getSpotlight = defineEndpoint({
  method: 'GET',
  path: '/api/spotlight',
  summary: 'Video of the Week: the newest of the last 7 days per category, or null',
  tag,
  response: z.object({ music: Spot, shows: Spot, stories: Spot, talent: Spot, challenges: Spot }),
})
