import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { Id, Timestamp } from '../scalars.ts'

const tag = 'Admin'

/** The kinds of stored files. Captions are stored in the database. */
export const storageKinds = [
  'renditions',
  'originals',
  'images',
  'broadcasts',
  'avatars',
  'exports',
  'other',
] as const
export type StorageKind = (typeof storageKinds)[number]

export const IntegrityCheck = z.object({
  id: Id,
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  requested_at: Timestamp,
  finished_at: Timestamp.nullable(),
  items: z.int().meta({ description: 'The number of videos on the site.' }),
  files: z.int().meta({ description: 'The number of files that have been checked so far.' }),
  bytes: z.int(),
  findings: z
    .array(
      z.object({
        code: z.string(),
        count: z.int(),
        advice: z.string(),
        examples: z.array(z.object({ where: z.string(), what: z.string() })),
      }),
    )
    .meta({ description: 'The problems by kind, with at most a hundred examples of each kind.' }),
})
export type IntegrityCheck = z.output<typeof IntegrityCheck>

export const StorageOverview = z.object({
  measured_at: Timestamp.nullable().meta({ description: 'When the files were last counted.' }),
  is_measuring: z.boolean(),
  files: z.array(z.object({ kind: z.enum(storageKinds), files: z.int(), bytes: z.int() })),
  captions_bytes: z.int().meta({ description: 'Captions and their search index, in the database.' }),
  database_bytes: z.int(),
  last_backup: z.object({ finished_at: Timestamp, files: z.int(), bytes: z.int() }).nullable(),
  disk: z
    .object({ free_bytes: z.int(), total_bytes: z.int() })
    .nullable()
    .meta({ description: 'The disk of the data folder of the process that answered the request.' }),
  is_bucket: z.boolean().meta({ description: 'Whether the files are stored in a bucket.' }),
  quota_bytes: z
    .int()
    .nullable()
    .meta({ description: 'How much each person may upload. Null if unlimited.' }),
  people: z
    .array(z.object({ user_id: Id, username: z.string(), files: z.int(), bytes: z.int() }))
    .meta({ description: 'The 20 people who use the most of their quota.' }),
  check: IntegrityCheck.nullable().meta({ description: 'The last check of the database and the files.' }),
})
export type StorageOverview = z.output<typeof StorageOverview>

export const getStorageOverview = defineEndpoint({
  method: 'GET',
  path: '/api/admin/storage',
  summary: 'Returns how much is stored, by kind and by person. Admins only.',
  tag,
  response: StorageOverview,
})

export const measureStorage = defineEndpoint({
  method: 'POST',
  path: '/api/admin/storage/measurement',
  summary: 'Starts to count the stored files again. Admins only.',
  tag,
  status: 202,
  response: z.object({ is_measuring: z.literal(true) }),
})

export const startIntegrityCheck = defineEndpoint({
  method: 'POST',
  path: '/api/admin/storage/check',
  summary: 'Starts to compare the database with the files, unless this is already running. Admins only.',
  tag,
  status: 202,
  response: IntegrityCheck,
})

export const getIntegrityCheck = defineEndpoint({
  method: 'GET',
  path: '/api/admin/storage/check',
  summary: 'Returns the progress or the result of the last check. Admins only.',
  tag,
  response: z.object({ check: IntegrityCheck.nullable() }),
})
