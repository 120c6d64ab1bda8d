import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** What the home page says of itself (specification, section 1; ruling 20). */
export const Claims = z.object({
  videos: z.string().meta({ description: '`10K+`, or the real number once it is above' }),
  quality: z.string(),
  ads: z.boolean().meta({ description: 'whether there are any; only without them the page says so' }),
  zero_toxicity: z.boolean(),
})
export type Claims = z.output<typeof Claims>

export const getClaims = endpoint({
  method: 'GET',
  path: '/api/claims',
  summary: 'The claims of the home page, as configured',
  tag: 'Site',
  answer: Claims,
})
