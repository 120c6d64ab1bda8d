import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { Cursor } from '../scalars.ts'
import { pageSizeLimits } from '../limits.ts'
import { PaginatedContent } from './content.ts'
import { normalizeTag } from './tag-rules.ts'

export const listTaggedContent = defineEndpoint({
  method: 'GET',
  path: '/api/tags/{tag}',
  summary: 'Lists the videos with this tag that the viewer may see, newest first.',
  tag: 'Finding',
  params: z.object({
    tag: z
      .string()
      .transform(normalizeTag)
      .refine((tag) => tag !== '', 'not_found'),
  }),
  query: z.strictObject({
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(pageSizeLimits.max).default(pageSizeLimits.default),
  }),
  response: PaginatedContent.extend({
    tag: z.string().meta({ description: 'The normalized tag.' }),
  }),
})
