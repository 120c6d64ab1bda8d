import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { Id, Timestamp } from '../scalars.ts'

const tag = 'Uploads'

/**
 * A replacement follows the order `uploading → received → encoding → replaced | refused | failed`. The
 * replacement is in the `held` state while a moderator reviews the video.
 */
export const replacementStates = [
  'uploading',
  'received',
  'encoding',
  'held',
  'replaced',
  'refused',
  'failed',
] as const
export type ReplacementState = (typeof replacementStates)[number]

/** Whether the replacement of the video's file is still in progress. */
export function isReplacementInProgress(state: ReplacementState): boolean {
  return state === 'uploading' || state === 'received' || state === 'encoding' || state === 'held'
}

/** The newest replacement of a video's file, as its owner sees it. */
export const VideoReplacement = z.object({
  state: z.enum(replacementStates),
  upload_url: z.string().nullable().meta({ description: 'Where to send the rest of the new file.' }),
  percent: z.number().meta({ description: 'The progress of processing, from 0 to 100.' }),
  eta_seconds: z.number().nullable(),
  waiting_for: z.enum(['sandbox']).nullable(),
  error: z.object({ title: z.string(), detail: z.string() }).nullable(),
  statement_id: Id.nullable().meta({
    description: 'The statement of reasons, if a moderator has refused the new file.',
  }),
  finished_at: Timestamp.nullable(),
})
export type VideoReplacement = z.output<typeof VideoReplacement>

const ContentId = z.object({ id: z.uuid('content_not_found') })

export const createReplacement = defineEndpoint({
  method: 'POST',
  path: '/api/content/{id}/replacement',
  summary:
    'Replaces the file of your own video. Send the new file to `uploadURL` as with `POST /api/uploads`. Viewers see the current file until the new one is complete. The video keeps its address, likes, comments, views and playlists.',
  tag,
  idempotent: true,
  status: 201,
  params: ContentId,
  body: z.strictObject({
    file_name: z.string('video_required').min(1, 'video_required').max(1000),
    file_size: z
      .int('video_required')
      .min(1, 'video_required')
      .meta({ description: 'The file size in bytes.' }),
  }),
  response: z.object({ uploadURL: z.string(), contentId: Id, streamId: Id }),
})

export const deleteReplacement = defineEndpoint({
  method: 'DELETE',
  path: '/api/content/{id}/replacement',
  summary:
    'Cancels the replacement of your own video’s file. The current file stays. After a finished replacement, only its status is deleted.',
  tag,
  status: 204,
  params: ContentId,
  response: z.undefined(),
})
