import { z } from 'zod'
import { description, title } from './content.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './ids.ts'
import { Rating, UploadType, Visibility } from './kinds.ts'
import { anyway } from './text.ts'

const tag = 'Uploads'

/**
 * Checked before a byte moves: title, type, and the extension and size where they are announced. An announcement without them takes one
 * multipart POST, which is checked as it arrives (ruling 37). The texts are the specification's (section 5).
 */
export const createUpload = endpoint({
  method: 'POST',
  path: '/api/uploads',
  summary:
    'Announces an upload; its uploadURL then takes the bytes by multipart POST (field `file`) or, when name and size were announced, by tus 1.0 (HEAD, PATCH)',
  tag,
  once: true,
  status: 201,
  body: z.strictObject({
    title,
    description: description.default(''),
    content_type: UploadType,
    genre: z.string().trim().max(60).default(''),
    visibility: Visibility.optional().meta({ description: 'left out: as its owner has set it' }),
    rating: Rating.default('all'),
    anyway,
    file_name: z.string('video_required').min(1, 'video_required').max(1000).optional(),
    file_size: z.int('video_required').min(0, 'video_required').optional().meta({ description: 'bytes' }),
    user_id: Id.optional().meta({ description: 'must be one’s own when sent' }),
  }),
  answer: z.object({ uploadURL: z.string(), contentId: Id, streamId: Id }),
})

/** An unfinished upload of one's own, for picking up where it stopped. */
export const getUpload = endpoint({
  method: 'GET',
  path: '/api/uploads/{id}/state',
  summary: 'How far an upload of one’s own has come',
  tag,
  params: z.object({ id: z.uuid('upload_not_found') }),
  answer: z.object({
    uploadURL: z.string(),
    contentId: Id,
    streamId: Id,
    file_name: z.string().meta({ description: 'empty while nobody has told it' }),
    file_size: z.int().nullable().meta({ description: 'null while nobody has told it' }),
    offset: z.int(),
    complete: z.boolean(),
  }),
})

export const streamStates = [
  'uploading',
  'received',
  'probed',
  'encoding',
  'ready',
  'refused',
  'failed',
] as const
/** `received → probed → encoding → ready | refused | failed`. */
export const StreamState = z.enum(streamStates)
export type StreamState = z.output<typeof StreamState>

export const Stream = z.object({
  ready: z.boolean().meta({ description: 'true from the first playable rendition' }),
  state: StreamState,
  percent: z.number().meta({ description: '0–100 of the whole ladder' }),
  queue_place: z.int().nullable().meta({ description: '1 is next; null when it runs or is done' }),
  eta_seconds: z.number().nullable(),
  waiting_for: z.enum(['sandbox']).nullable().meta({
    description: '`sandbox`: processing is paused on the whole site until its operator has mended it',
  }),
  renditions: z.array(z.string()).meta({ description: 'playable so far, as `240p`' }),
  error: z.object({ title: z.string(), detail: z.string() }).nullable(),
})
export type Stream = z.output<typeof Stream>

export const getStream = endpoint({
  method: 'GET',
  path: '/api/streams/{streamId}',
  summary: 'Status of processing, for its owner',
  tag,
  params: z.object({ streamId: z.uuid('not_found') }),
  answer: Stream,
})

export const retryStream = endpoint({
  method: 'POST',
  path: '/api/streams/{streamId}/retry',
  summary: 'Tries a failed processing again',
  tag,
  status: 202,
  params: z.object({ streamId: z.uuid('not_found') }),
  answer: Stream,
})
