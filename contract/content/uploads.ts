import { z } from 'zod'
import { descriptionSchema, titleSchema } from './content.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Id } from '../scalars.ts'
import { ContentRating, UploadType, Visibility } from './content-types.ts'
import { postAnywayField } from '../user-text.ts'

const tag = 'Uploads'

/**
 * Validated before any bytes are sent: title, type and, if given, extension and size. An upload announced
 * without extension and size is sent as one multipart POST and validated as it arrives (ruling 37). The error
 * texts are the specification's (section 5).
 */
export const createUpload = defineEndpoint({
  method: 'POST',
  path: '/api/uploads',
  summary:
    'Announces an upload; its uploadURL then takes the bytes by multipart POST (field `file`) or, when name and size were announced, by tus 1.0 (HEAD, PATCH)',
  tag,
  idempotent: true,
  status: 201,
  body: z.strictObject({
    title: titleSchema,
    description: descriptionSchema.default(''),
    content_type: UploadType,
    genre: z.string().trim().max(60).default(''),
    visibility: Visibility.optional().meta({ description: 'left out: as its owner has set it' }),
    rating: ContentRating.default('all'),
    anyway: postAnywayField,
    file_name: z.string('video_required').min(1, 'video_required').max(1000).optional(),
    file_size: z.int('video_required').min(0, 'video_required').optional().meta({ description: 'bytes' }),
    user_id: Id.optional().meta({ description: 'must be one’s own when sent' }),
  }),
  response: z.object({ uploadURL: z.string(), contentId: Id, streamId: Id }),
})

/** Your own unfinished upload, to resume it. */
export const getUpload = defineEndpoint({
  method: 'GET',
  path: '/api/uploads/{id}/state',
  summary: 'How far an upload of one’s own has come',
  tag,
  params: z.object({ id: z.uuid('upload_not_found') }),
  response: z.object({
    uploadURL: z.string(),
    contentId: Id,
    streamId: Id,
    file_name: z.string().meta({ description: 'empty while nobody has told it' }),
    file_size: z.int().nullable().meta({ description: 'null while nobody has told it' }),
    offset: z.int(),
    complete: z.boolean(),
  }),
})

export const processingStates = [
  'uploading',
  'received',
  'probed',
  'encoding',
  'ready',
  'refused',
  'failed',
] as const
/** `received → probed → encoding → ready | refused | failed`. */
export const ProcessingState = z.enum(processingStates)
export type ProcessingState = z.output<typeof ProcessingState>

export const ProcessingStatus = z.object({
  ready: z.boolean().meta({ description: 'true from the first playable rendition' }),
  state: ProcessingState,
  percent: z.number().meta({ description: '0–100 of the whole ladder' }),
  queue_place: z.int().nullable().meta({ description: '1 is next; null when it runs or is done' }),
  eta_seconds: z.number().nullable(),
  waiting_for: z.enum(['sandbox']).nullable().meta({
    description: '`sandbox`: processing is paused on the whole site until its operator has mended it',
  }),
  renditions: z.array(z.string()).meta({ description: 'playable so far, as `240p`' }),
  error: z.object({ title: z.string(), detail: z.string() }).nullable(),
})
export type ProcessingStatus = z.output<typeof ProcessingStatus>

export const getProcessingStatus = defineEndpoint({
  method: 'GET',
  path: '/api/streams/{streamId}',
  summary: 'Status of processing, for its owner',
  tag,
  params: z.object({ streamId: z.uuid('not_found') }),
  response: ProcessingStatus,
})

export const retryProcessing = defineEndpoint({
  method: 'POST',
  path: '/api/streams/{streamId}/retry',
  summary: 'Tries a failed processing again',
  tag,
  status: 202,
  params: z.object({ streamId: z.uuid('not_found') }),
  response: ProcessingStatus,
})
