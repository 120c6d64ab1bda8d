import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Timestamp } from '#contract/scalars.ts'

/** A person or an item in the audit log. The log stores pseudonyms, so names are known only while they can be looked up. */
const AuditReference = z.object({
  kind: z.string(),
  pseudonym: z.string(),
  username: z.string().nullable().meta({
    description: 'The username of a staff member, or of the person for whom the log was filtered.',
  }),
})

export const AuditLogEntry = z.object({
  seq: z.int().meta({ description: 'The position in the log.' }),
  at: Timestamp,
  action: z.string(),
  actor: AuditReference.nullable().meta({ description: 'Null if the system or an operator acted.' }),
  subject: AuditReference.nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type AuditLogEntry = z.output<typeof AuditLogEntry>

const Cursor = z.string('cursor_invalid').regex(/^\d{1,15}$/, 'cursor_invalid')

/** A username or the id of a person, a video or a comment. */
const Reference = z.string().trim().min(1).max(100)

export const AuditLogQuery = z.strictObject({
  actor: Reference.optional().meta({ description: 'The username or id of a staff member, or `system`.' }),
  action: z.string().trim().min(1).max(60).optional(),
  subject: Reference.optional().meta({
    description: 'A username, or the id of a person, a video or a comment.',
  }),
  from: z.iso.date().optional().meta({ description: 'The first day, in UTC.' }),
  until: z.iso.date().optional().meta({ description: 'The last day, in UTC.' }),
  cursor: Cursor.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

export const listAuditLog = defineEndpoint({
  method: 'GET',
  path: '/api/admin/audit-log',
  summary: 'Lists the audit log, newest first. Admins and safety leads only.',
  tag: 'Admin',
  query: AuditLogQuery,
  response: z.object({
    items: z.array(AuditLogEntry),
    next_cursor: z.string().nullable(),
    actions: z.array(z.string()).meta({ description: 'The actions that occur in the log.' }),
  }),
})
