import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { createCursorSchema, Id, Timestamp } from '../scalars.ts'

const tag = 'Admin'

export const jobStates = ['running', 'waiting', 'failed'] as const
export type JobState = (typeof jobStates)[number]

/** Why a job cannot be cancelled or retried in the console. */
export const jobRestrictions = [
  'running',
  'not_failed',
  'already_failed',
  'scheduled',
  'video',
  'email',
  'notification',
  'deletion',
  'safety',
  'account',
  'unknown',
] as const
export type JobRestriction = (typeof jobRestrictions)[number]

const JobName = z.string('not_found').regex(/^[A-Za-z0-9-]{1,60}$/, 'not_found')
const params = z.object({ name: JobName, id: Id })

export const QueuedJob = z.object({
  id: Id,
  name: z.string(),
  state: z.enum(jobStates),
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  starts_after: Timestamp.nullable().meta({ description: 'When a waiting job is due.' }),
  failed_at: Timestamp.nullable(),
  attempts: z.int().meta({ description: 'How often the job has been retried.' }),
  max_attempts: z.int(),
  reason: z.string().nullable().meta({
    description: 'Why the last attempt failed, without email addresses, links, names of files and secrets.',
  }),
  cannot_cancel: z.enum(jobRestrictions).nullable(),
  cannot_retry: z.enum(jobRestrictions).nullable(),
})
export type QueuedJob = z.output<typeof QueuedJob>

const JobCount = z.object({
  name: z.string(),
  running: z.int(),
  waiting: z.int(),
  failed: z.int(),
  oldest_waiting: Timestamp.nullable().meta({ description: 'When the oldest due job became due.' }),
})
export type JobCount = z.output<typeof JobCount>

/** The time in microseconds and the id of the last job of a page. */
export const JobCursor = createCursorSchema()
export const jobsPerPage = 30

export const listJobs = defineEndpoint({
  method: 'GET',
  path: '/api/admin/jobs',
  summary: 'Lists the jobs of the queue, newest first, and counts them by name. Admins only.',
  tag,
  query: z.strictObject({
    state: z.enum(jobStates).default('running'),
    name: JobName.optional(),
    cursor: JobCursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(jobsPerPage),
  }),
  response: z.object({
    items: z.array(QueuedJob),
    next_cursor: JobCursor.nullable(),
    counts: z.array(JobCount),
  }),
})

export const retryJob = defineEndpoint({
  method: 'POST',
  path: '/api/admin/jobs/{name}/{id}/retry',
  summary: 'Runs a failed job again. Admins only.',
  tag,
  status: 204,
  params,
  response: z.undefined(),
})

export const cancelJob = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/jobs/{name}/{id}',
  summary: 'Cancels a waiting job. Admins only.',
  tag,
  status: 204,
  params,
  response: z.undefined(),
})
