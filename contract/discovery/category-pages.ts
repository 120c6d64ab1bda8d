import { z } from 'zod'
import { categoryNames } from './categories.ts'
import { Content, PaginatedContent } from '../content/content.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Cursor } from '../scalars.ts'
import { pageSizeLimits } from '../limits.ts'

const tag = 'Content'

const More = z
  .boolean()
  .meta({ description: 'Whether `GET /api/categories/{category}/{row}` returns more items.' })
const Row = z.object({
  slug: z.string().meta({ description: 'The row in the URL of the list of all its items.' }),
  title: z.string(),
  items: z.array(Content),
  more: More,
})

export const getCategory = defineEndpoint({
  method: 'GET',
  path: '/api/categories/{category}',
  summary: 'Returns the rows of a category page that have items.',
  tag,
  params: z.object({ category: z.enum(categoryNames, 'not_found') }),
  response: z.object({
    rows: z.array(Row),
    mine: z.array(Content).meta({ description: 'The signed-in viewer’s own items.' }),
    mine_more: More,
  }),
})

/**
 * Lists all items of a category row. `row` is the slug of the row, such as `hip-hop-rap` or
 * `my-music`.
 */
export const listCategoryRowItems = defineEndpoint({
  method: 'GET',
  path: '/api/categories/{category}/{row}',
  summary: 'Lists the items of one row of a category page, newest first.',
  tag,
  params: z.object({ category: z.enum(categoryNames, 'not_found'), row: z.string().max(60, 'not_found') }),
  query: z.strictObject({
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(pageSizeLimits.max).default(pageSizeLimits.default),
  }),
  response: PaginatedContent.extend({ title: z.string() }),
})

const Spot = Content.nullable()

export const getSpotlight = defineEndpoint({
  method: 'GET',
  path: '/api/spotlight',
  summary: 'Returns the Video of the Week: for each category the newest item of the last 7 days, or null.',
  tag,
  response: z.object({ music: Spot, shows: Spot, stories: Spot, talent: Spot, challenges: Spot }),
})
