import { z } from 'zod'
import { PaginatedContent } from '../content/content.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Cursor } from '../scalars.ts'
import { pageSizeLimits } from '../limits.ts'

/** The filters of a genre page (specification, section 2): All / Movies / Series / New Releases. */
export const genreFilters = ['all', 'movies', 'series', 'new'] as const
export type GenreFilter = (typeof genreFilters)[number]

export const getGenrePage = defineEndpoint({
  method: 'GET',
  path: '/api/genres/{genre}',
  summary:
    'Lists the items of a genre, newest first. The name matches any part of a genre, case-insensitively.',
  tag: 'Discovery',
  params: z.object({ genre: z.string().trim().min(1, 'not_found').max(60, 'not_found') }),
  query: z.strictObject({
    show: z.enum(genreFilters).default('all'),
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(pageSizeLimits.max).default(pageSizeLimits.default),
  }),
  response: PaginatedContent.extend({
    any: z.boolean().meta({ description: 'Whether the genre has items under any filter.' }),
  }),
})
