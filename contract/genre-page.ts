import { z } from 'zod'
import { Page } from './content.ts'
import { endpoint } from './endpoint.ts'
import { Cursor } from './ids.ts'
import { pageSize } from './limits.ts'

/** The chips of a genre page (specification, section 2): All / Movies / Series / New Releases. */
export const genreChips = ['all', 'movies', 'series', 'new'] as const
export type GenreChip = (typeof genreChips)[number]

export const getGenre = endpoint({
  method: 'GET',
  path: '/api/genres/{genre}',
  summary: 'A genre, newest first; the name is matched as part of a genre, in any case',
  tag: 'Finding',
  params: z.object({ genre: z.string().trim().min(1, 'not_found').max(60, 'not_found') }),
  query: z.strictObject({
    show: z.enum(genreChips).default('all'),
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(pageSize.max).default(pageSize.default),
  }),
  answer: Page.extend({ any: z.boolean().meta({ description: 'the genre has something under some chip' }) }),
})
