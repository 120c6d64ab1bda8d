import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { Cursor, Id, Timestamp } from '../scalars.ts'
import { textSchema } from '../user-text.ts'

/* The contact inbox of the admin console. */

const tag = 'Admin'
const params = z.object({ id: Id })

export const contactReplyMaxLength = 5000
/** The emails that one staff member can send from the inbox. A stolen session can therefore not send spam. */
export const contactReplyRateLimits = [
  { most: 30, minutes: 10 },
  { most: 200, minutes: 24 * 60 },
]
export const contactMessagesPerPage = 24
/** After this number of days, closed messages and messages that were never closed are deleted. */
export const contactMessageRetentionDays = { closed: 183, open: 365 }

export const contactMessageStates = ['open', 'assigned', 'closed'] as const
export type ContactMessageState = (typeof contactMessageStates)[number]

const Assignee = z.object({ user_id: Id, username: z.string() })

export const ContactMessageSummary = z.object({
  id: Id,
  state: z.enum(contactMessageStates),
  name: z.string(),
  subject: z.string(),
  topic: z.string().nullable().meta({ description: '`safety-help` or `report` for the Safety Center.' }),
  assignee: Assignee.nullable(),
  replies_count: z.int(),
  created_at: Timestamp,
  closed_at: Timestamp.nullable(),
})
export type ContactMessageSummary = z.output<typeof ContactMessageSummary>

export const ContactMessage = ContactMessageSummary.extend({
  email: z.string(),
  account: z
    .object({ user_id: Id, username: z.string() })
    .nullable()
    .meta({ description: 'The account that was signed in. The address in the form proves nothing.' }),
  message: z.string(),
  replies: z.array(z.object({ id: Id, author: z.string().nullable(), body: z.string(), sent_at: Timestamp })),
  assignees: z.array(Assignee).meta({ description: 'The staff members who can answer messages.' }),
})
export type ContactMessage = z.output<typeof ContactMessage>

export const listContactMessages = defineEndpoint({
  method: 'GET',
  path: '/api/admin/contact',
  summary: 'Lists the messages of the contact form, newest first. Admins and safety leads only.',
  tag,
  query: z.strictObject({
    state: z.enum(['open', 'closed']).default('open').meta({
      description: '`open` includes assigned messages.',
    }),
    only: z.enum(['mine', 'safety']).optional(),
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(contactMessagesPerPage),
  }),
  response: z.object({
    items: z.array(ContactMessageSummary),
    next_cursor: Cursor.nullable(),
    counts: z.object({ open: z.int(), mine: z.int(), safety: z.int() }),
  }),
})

export const getContactMessage = defineEndpoint({
  method: 'GET',
  path: '/api/admin/contact/{id}',
  summary: 'Returns a message of the contact form and its answers. Admins and safety leads only.',
  tag,
  params,
  response: ContactMessage,
})

export const assignContactMessage = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/contact/{id}/assignee',
  summary: 'Assigns a message to a staff member, or to nobody. Admins and safety leads only.',
  tag,
  params,
  body: z.strictObject({ user_id: z.uuid('assignee_unknown').nullable() }),
  response: ContactMessage,
})

export const replyToContactMessage = defineEndpoint({
  method: 'POST',
  path: '/api/admin/contact/{id}/replies',
  summary: 'Emails an answer to the sender of a message. Admins and safety leads only.',
  tag,
  idempotent: true,
  status: 201,
  params,
  body: z.strictObject({
    body: textSchema({
      min: 'contact_reply_empty',
      max: contactReplyMaxLength,
      over: 'contact_reply_too_long',
    }),
    close: z.boolean().default(false),
  }),
  response: ContactMessage,
})

export const closeContactMessage = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/contact/{id}/closed',
  summary: 'Closes a message. It is deleted six months later. Admins and safety leads only.',
  tag,
  params,
  response: ContactMessage,
})

export const reopenContactMessage = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/contact/{id}/closed',
  summary: 'Reopens a closed message. Admins and safety leads only.',
  tag,
  status: 200,
  params,
  response: ContactMessage,
})
