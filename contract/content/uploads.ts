import { z } from 'zod'
import { descriptionSchema, languageSchema, tagsSchema, titleSchema } from './own-content.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Id } from '../scalars.ts'
import { CommentMode } from '../engagement/comment-modes.ts'
import { SeriesEpisodeInput } from './series.ts'
import { ContentRating, UploadType, Visibility } from './content-types.ts'
import { publicationUpdateFields } from './publication.ts'
import { postAnywayField } from '../user-text.ts'

const tag = 'Uploads'

/**
 * The server validates the title, the type and (if provided) the extension and size before any bytes are
 * sent. An upload that was created without a file name and size is sent as one multipart POST. The server
 * validates a multipart upload while receiving it. The error messages follow the specification (section 5).
 */
export const createUpload = defineEndpoint({
  method: 'POST',
  path: '/api/uploads',
  summary:
    'Creates an upload. Send the file to `uploadURL` as a multipart POST (field `file`) or, if you gave its name and size, with tus 1.0 (HEAD, PATCH).',
  tag,
  idempotent: true,
  status: 201,
  body: z.strictObject({
    title: titleSchema,
    description: descriptionSchema.default(''),
    content_type: UploadType,
    genre: z.string().trim().max(60).default(''),
    language: languageSchema.default(null).meta({
      description: 'The language of the video as a BCP 47 tag. Search and speech recognition use it.',
    }),
    tags: tagsSchema.default([]),
    visibility: Visibility.optional().meta({ description: 'Defaults to your setting for new uploads.' }),
    rating: ContentRating.default('all'),
    comment_mode: CommentMode.default('everyone'),
    anyway: postAnywayField,
    file_name: z.string('video_required').min(1, 'video_required').max(1000).optional(),
    file_size: z
      .int('video_required')
      .min(0, 'video_required')
      .optional()
      .meta({ description: 'The file size in bytes.' }),
    series: SeriesEpisodeInput.optional().meta({
      description: 'Makes the video an episode of one of your series. Only for shows.',
    }),
    user_id: Id.optional().meta({ description: 'Your own user id. Other ids are rejected.' }),
    ...publicationUpdateFields,
  }),

  response: z.object({ uploadURL: z.string(), contentId: Id, streamId: Id }),
})

/** Returns the signed-in user's own unfinished upload, so a client can resume it. */
export const getUpload = defineEndpoint({
  method: 'GET',
  path: '/api/uploads/{id}/state',
  summary: 'Retrieves the progress of your own upload.',
  tag,
  params: z.object({ id: z.uuid('upload_not_found') }),
  response: z.object({
    uploadURL: z.string(),
    contentId: Id,
    streamId: Id,
    file_name: z.string().meta({ description: 'The file name, or an empty string if not yet known.' }),
    file_size: z.int().nullable().meta({ description: 'The file size in bytes, or null if not yet known.' }),
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
/** The processing state follows the order `received → probed → encoding → ready | refused | failed`. */
export const ProcessingState = z.enum(processingStates)
export type ProcessingState = z.output<typeof ProcessingState>

export const ProcessingStatus = z.object({
  ready: z.boolean().meta({ description: 'Whether at least one rendition is playable.' }),
  state: ProcessingState,
  percent: z.number().meta({ description: 'The progress of all renditions together, from 0 to 100.' }),
  queue_place: z
    .int()
    .nullable()
    .meta({ description: 'The position in the queue, starting at 1. Null once processing has started.' }),
  eta_seconds: z.number().nullable(),
  waiting_for: z.enum(['sandbox']).nullable().meta({
    description:
      '`sandbox` means that processing is paused on the whole site until the operator repairs the sandbox.',
  }),
  renditions: z
    .array(z.string())
    .meta({ description: 'The renditions that are already playable, such as `240p`.' }),
  error: z.object({ title: z.string(), detail: z.string() }).nullable(),
})
export type ProcessingStatus = z.output<typeof ProcessingStatus>

export const getProcessingStatus = defineEndpoint({
  method: 'GET',
  path: '/api/streams/{streamId}',
  summary: 'Retrieves the processing status of your own upload.',
  tag,
  params: z.object({ streamId: z.uuid('not_found') }),
  response: ProcessingStatus,
})

export const retryProcessing = defineEndpoint({
  method: 'POST',
  path: '/api/streams/{streamId}/retry',
  summary: 'Restarts the processing of a failed upload.',
  tag,
  status: 202,
  params: z.object({ streamId: z.uuid('not_found') }),
  response: ProcessingStatus,
})
