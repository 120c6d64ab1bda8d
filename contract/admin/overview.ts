import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Timestamp } from '#contract/scalars.ts'

export const healthStatuses = ['ok', 'warning', 'problem'] as const

export const SiteOverview = z.object({
  version: z.string().meta({ description: 'The version of the software that answered the request.' }),
  health: z
    .array(
      z.object({
        area: z.string(),
        status: z.enum(healthStatuses),
        text: z.string().meta({ description: 'What was found, in English.' }),
        advice: z.string().nullable().meta({ description: 'What to do, in English.' }),
      }),
    )
    .meta({ description: 'The findings of `npm run admin -- doctor` about the running site.' }),
  processes: z.object({ web: z.int(), worker: z.int() }).meta({
    description:
      'Processes that have reported in the last three minutes. A process with both roles counts twice.',
  }),
  queue: z.object({ waiting: z.int(), oldest_seconds: z.number(), videos: z.int() }).nullable().meta({
    description: 'Waiting jobs, and how many of them process videos. Null if the database is busy.',
  }),
  storage: z.object({
    kind: z.enum(['disk', 'bucket']),
    objects: z
      .int()
      .nullable()
      .meta({ description: 'Stored files at the last sweep, or null before the first.' }),
  }),
  disk: z
    .object({ free_bytes: z.number(), total_bytes: z.number() })
    .nullable()
    .meta({ description: 'The disk of the data folder of the process that answered.' }),
  last_backup: z.object({ finished_at: Timestamp, files: z.int(), bytes: z.number() }).nullable(),
  cases: z.object({
    open: z.int().meta({ description: 'Open moderation cases that you may see.' }),
    overdue: z.int().meta({ description: 'Open cases whose deadline has passed.' }),
    appeals: z.int().meta({ description: 'Open appeals that you may see.' }),
  }),
  contact_messages: z.object({
    last_week: z.int().meta({ description: 'Contact messages of the last seven days.' }),
    total: z.int(),
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
