import { z } from 'zod'
import { ContentType, visibilities } from '../content/content-types.ts'
import { StreamStatus } from '../content/content.ts'
import { defineEndpoint } from '../endpoint.ts'
import { contentModerationStates } from '../moderation/moderation-states.ts'
import { Cursor, Id, Timestamp } from '../scalars.ts'

const tag = 'Admin'
const params = z.object({ id: Id })

export const consoleItemsPerPage = 24

/** Whether an item can be transcoded again, and if not, why. */
export const reprocessingStates = [
  'possible',
  'in_progress',
  'replacement_in_progress',
  'original_deleted',
  'rejected',
  'not_uploaded',
] as const
export type ReprocessingState = (typeof reprocessingStates)[number]

export const ConsoleItem = z.object({
  id: Id,
  title: z.string().nullable().meta({
    description: 'Null unless everyone can watch the item: staff see other items only in a moderation case.',
  }),
  creator: z.object({ user_id: Id, username: z.string() }).nullable(),
  content_type: ContentType,
  visibility: z.enum(visibilities),
  moderation: z.enum(contentModerationStates),
  stream_status: StreamStatus,
  processing_error: z
    .string()
    .nullable()
    .meta({ description: 'Why processing failed, as the owner sees it.' }),
  reprocessing: z.enum(reprocessingStates),
  is_featured: z.boolean(),
  can_be_featured: z.boolean().meta({ description: 'Whether everyone can find the item.' }),
  open_case_id: Id.nullable().meta({
    description: 'The open moderation case about the item, if you may see it.',
  }),
  created_at: Timestamp,
})
export type ConsoleItem = z.output<typeof ConsoleItem>

export const consoleSearchMaxLength = 200

export const listConsoleContent = defineEndpoint({
  method: 'GET',
  path: '/api/admin/content',
  summary: 'Lists and searches content in all states, newest first. Admins and safety leads only.',
  tag,
  query: z.strictObject({
    q: z.string().trim().max(consoleSearchMaxLength).optional().meta({
      description:
        'An id, the link of a video, `@` and a username, or words of a title. Words find only items that everyone can find.',
    }),
    moderation: z.enum(contentModerationStates).exclude(['deleted']).optional(),
    content_type: ContentType.optional(),
    stream_status: StreamStatus.optional(),
    featured: z.literal('true').optional(),
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(consoleItemsPerPage),
  }),
  response: z.object({ items: z.array(ConsoleItem), next_cursor: Cursor.nullable() }),
})

export const reprocessContent = defineEndpoint({
  method: 'POST',
  path: '/api/admin/content/{id}/reprocess',
  summary: 'Transcodes a video again from its uploaded file. Admins and safety leads only.',
  tag,
  status: 202,
  params,
  response: z.object({ stream_status: StreamStatus }),
})

export const openCaseAboutContent = defineEndpoint({
  method: 'POST',
  path: '/api/admin/content/{id}/case',
  summary: 'Opens a moderation case about an item, or returns the open case. Admins and safety leads only.',
  tag,
  status: 201,
  params,
  response: z.object({ case_id: Id }),
})
