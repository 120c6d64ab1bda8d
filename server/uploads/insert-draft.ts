import { randomBytes } from 'node:crypto'
import {
  type ContentRating,
  type PublicationState,
  type UploadType,
  type Visibility,
  toContentType,
} from '#contract/content/content-types.ts'
import type { CommentMode } from '#contract/engagement/comment-modes.ts'
import { toPublicationSettings, toPublicationColumns } from '#server/content/publication/publication.ts'
import { enqueueScheduledPublication } from '#server/content/publication/publish-scheduled-videos.ts'
import { loadSafetySetting } from '#server/safety-settings/safety-settings.ts'
import type { Tx } from '../platform/db/db.ts'

/** The properties of a new item that the creator has entered. */
export interface DraftInput {
  title: string
  description: string
  genre: string
  /** A BCP 47 tag, or null if the creator has not specified the language. */
  language?: string | null
  tags: string[]
  content_type: UploadType
  visibility?: Visibility | undefined
  publication_state?: PublicationState | undefined
  publish_at?: string | undefined
  rating: ContentRating
  comment_mode: CommentMode
}

/**
 * Inserts an item and its stream. `held` lists the reasons why a moderator must review the item before others
 * see it. The item of a broadcast starts with the status `live`.
 */
export async function insertDraft(
  tx: Tx,
  userId: string,
  body: DraftInput,
  held: string[],
  stream_status: 'uploading' | 'live' = 'uploading',
) {
  const publication = toPublicationSettings(body, body.visibility ?? (await defaultVisibility(tx, userId)))
  const draft = await tx
    .insertInto('content')
    .values({
      user_id: userId,
      title: body.title,
      description: body.description,
      genre: body.genre.toLowerCase(),
      language: body.language ?? null,
      tags: body.tags,
      content_type: toContentType(body.content_type),
      ...toPublicationColumns(publication),
      rating: body.rating,
      comment_mode: body.comment_mode,
      playback_id: generatePlaybackId(),
      stream_status,
      ...(held.length > 0 && { moderation: 'pending' as const, hold_reasons: held }),
    })
    .returning(['id', 'stream_id', 'playback_id'])
    .executeTakeFirstOrThrow()
  await tx.insertInto('streams').values({ id: draft.stream_id, content_id: draft.id }).execute()
  if (publication.publish_at) await enqueueScheduledPublication(tx, draft.id, publication.publish_at)
  return draft
}

/**
 * Returns the visibility that follows from the owner's settings. If the owner wants to choose the visibility
 * of each upload but the client did not send a choice, the video is private until the owner chooses.
 */
async function defaultVisibility(tx: Tx, userId: string): Promise<Visibility> {
  const setting = await loadSafetySetting(tx, userId, 'upload_visibility')
  return setting === 'ask' ? 'only_me' : setting
}

/**
 * Generates 128 random bits in 22 characters. A leading dash is avoided because the id is used in paths and
 * on command lines.
 */
function generatePlaybackId(): string {
  const id = randomBytes(16).toString('base64url')
  return id.startsWith('-') ? generatePlaybackId() : id
}
