import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { pageSizeLimits } from '../limits.ts'
import { Cursor, Id } from '../scalars.ts'
import { Creator } from './content.ts'

/** A series in a list of series. */
export const SeriesSummary = z.object({
  id: Id,
  title: z.string(),
  cover_url: z
    .string()
    .nullable()
    .meta({ description: 'The cover of the first episode that the viewer may see.' }),
  creator: Creator,
  seasons_count: z
    .int()
    .meta({ description: 'The number of seasons with episodes that the viewer may see.' }),
  episodes_count: z.int().meta({ description: 'The number of episodes that the viewer may see.' }),
})
export type SeriesSummary = z.output<typeof SeriesSummary>

export const listSeries = defineEndpoint({
  method: 'GET',
  path: '/api/series',
  summary: 'Lists the series with at least one episode that the viewer may see, newest first.',
  tag: 'Series',
  query: z.strictObject({
    creator: Id.optional().meta({ description: 'The user id of the creator.' }),
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(pageSizeLimits.max).default(pageSizeLimits.default),
  }),
  response: z.object({ items: z.array(SeriesSummary), next_cursor: Cursor.nullable() }),
})
