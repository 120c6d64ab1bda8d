import { z } from 'zod'
import { adsEnabledCondition } from '../content/ads.ts'
import { defineEndpoint } from '../endpoint.ts'

/** The advertising claims shown on the home page (specification, section 1). */
export const MarketingClaims = z.object({
  videos: z.string().meta({ description: '`10K+`, or the real number once it is higher.' }),
  quality: z.string(),
  ads: z.literal(true).optional().meta(adsEnabledCondition),
  zero_toxicity: z.boolean(),
})
export type MarketingClaims = z.output<typeof MarketingClaims>

export const getMarketingClaims = defineEndpoint({
  method: 'GET',
  path: '/api/claims',
  summary: 'Returns the claims shown on the home page, as configured.',
  tag: 'Site',
  response: MarketingClaims,
})
