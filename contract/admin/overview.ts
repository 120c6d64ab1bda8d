import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'

export const SiteOverview = z.object({
  version: z.string().meta({ description: 'The version of the software that answered the request.' }),
  cases: z.object({
    open: z.int().meta({ description: 'Open moderation cases that you may see.' }),
    overdue: z.int().meta({ description: 'Open cases whose deadline has passed.' }),
  }),
})
export type SiteOverview = z.output<typeof SiteOverview>

export const getSiteOverview = defineEndpoint({
  method: 'GET',
  path: '/api/admin/overview',
  summary: 'Returns the state of the site. Admins and safety leads only.',
  tag: 'Admin',
  response: SiteOverview,
})
