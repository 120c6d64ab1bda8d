import { z } from 'zod'
import { AdSettingsUpdate, AdPlan, AdSettings, whenAdsOn } from './ads.ts'
import { defineEndpoint } from '../endpoint.ts'
import { FollowState } from '../people/follows.ts'
import { Cursor, Id, Timestamp } from '../scalars.ts'
import { ContentType, ContentRating, Visibility } from './content-types.ts'
import { descriptionMax, pageSize, titleMax } from '../limits.ts'
import { contentModerationStates } from '../moderation/moderation-policy.ts'
import { postAnywayField, textSchema } from '../user-text.ts'

/** The public details of the uploader. */
export const Creator = z.object({
  user_id: Id,
  username: z.string(),
  display_name: z.string(),
  avatar_url: z.string().nullable(),
})
export type Creator = z.output<typeof Creator>

/**
 * `uploading → received → processing → ready | failed`. An item is `ready` once its first rendition is
 * playable; more renditions may follow.
 */
export const StreamStatus = z.enum(['uploading', 'received', 'processing', 'ready', 'failed'])
export type StreamStatus = z.output<typeof StreamStatus>

/** An item as cards and the watch page show it. URLs are paths on this site. */
export const Content = z.object({
  id: Id,
  user_id: Id,
  title: z.string(),
  description: z.string(),
  genre: z.string().meta({ description: 'lower case; empty when none was chosen' }),
  content_type: ContentType,
  visibility: Visibility,
  rating: ContentRating.meta({
    description: '16: hidden from who is younger, and from who is not signed in',
  }),
  cover_url: z.string().nullable().meta({ description: 'the creator’s cover, else the poster' }),
  thumbnail_url: z.string().nullable(),
  trailer_url: z.string().nullable(),
  preview_url: z.string().nullable().meta({ description: 'three silent seconds, MP4' }),
  stream_url: z.string().nullable().meta({ description: 'the HLS master playlist' }),
  stream_status: StreamStatus,
  video_url: z.string().nullable().meta({ description: 'the page of the embedded player' }),
  stream_thumbnail_url: z.string().nullable(),
  storyboard_url: z.string().nullable().meta({ description: 'WebVTT with #xywh' }),
  playback_id: z.string().nullable(),
  duration_seconds: z.number().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  loudness_lufs: z.number().nullable(),
  is_featured: z.boolean(),
  likes_count: z.int(),
  comments_count: z.int(),
  views: z.int().nullable().meta({
    description:
      'rounded down: 0 below ten, to tens below a hundred, to two digits above; exact for its owner; null where its creator hides it',
  }),
  created_at: Timestamp,
  creator: Creator,
  mine: z.boolean(),
})
export type Content = z.output<typeof Content>

/** Owner only: the state of an unfinished or failed upload. */
export const OwnContent = Content.extend({
  stream_id: Id,
  upload_url: z.string().nullable(),
  rating_fixed: z.boolean().meta({ description: 'rated 16+ by somebody who looks after the site' }),
  percent: z.number(),
  views: z.int().meta({ description: 'since it was uploaded, exactly' }),
  error: z.object({ title: z.string(), detail: z.string() }).nullable(),
  moderation: z
    .enum(contentModerationStates)
    .meta({ description: '`pending`: being checked, only its owner sees it' }),
  statement_id: Id.nullable().meta({ description: 'why it stands there, at /api/statements/{id}' }),
  ...AdSettings,
})
export type OwnContent = z.output<typeof OwnContent>

const indexable = z.boolean().meta({
  description: 'search engines may list its page, and other sites may show it in a frame',
})

/** What the embedded player receives. */
export const EmbeddedContent = Content.extend({ indexable })
export type EmbeddedContent = z.output<typeof EmbeddedContent>

export const ContentDetail = EmbeddedContent.extend({
  liked: z.boolean(),
  follow: FollowState.meta({ description: 'how the viewer follows its creator' }),
  stream_id: Id.nullable().meta({ description: 'for the owner: where processing can be asked about' }),
  moderation: z.enum(contentModerationStates).nullable().meta({ description: 'for the owner' }),
  statement_id: Id.nullable().meta({ description: 'for the owner: why it stands there' }),
  live_cursor: z.int().meta({ description: 'where to follow live updates from' }),
  ads: AdPlan.optional().meta({ ...whenAdsOn, description: 'only for viewers who are shown ads' }),
})
export type ContentDetail = z.output<typeof ContentDetail>

const ContentId = z.object({ id: z.uuid('content_not_found') })
const tag = 'Content'

export const ContentPage = z.object({ items: z.array(Content), next_cursor: Cursor.nullable() })
export type ContentPage = z.output<typeof ContentPage>

export const listContent = defineEndpoint({
  method: 'GET',
  path: '/api/content',
  summary: 'Lists what the viewer may see, newest first',
  tag,
  query: z.strictObject({
    content_type: ContentType.optional(),
    genre: z.string().max(60).optional().meta({ description: 'case-insensitive, part of the genre' }),
    creator: Id.optional().meta({ description: 'user id' }),
    followed: z.literal('true').optional().meta({ description: 'only of those the viewer follows' }),
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(pageSize.max).default(pageSize.default),
  }),
  response: ContentPage,
})

export const getContent = defineEndpoint({
  method: 'GET',
  path: '/api/content/{id}',
  summary: 'One item',
  tag,
  params: ContentId,
  response: ContentDetail,
})

export const getEmbed = defineEndpoint({
  method: 'GET',
  path: '/api/embed/{playback_id}',
  summary: 'The item behind a playback id, for the embedded player',
  tag,
  params: z.object({ playback_id: z.string().regex(/^[A-Za-z0-9_-]{10,64}$/, 'content_not_found') }),
  response: EmbeddedContent,
})

export const getRelatedContent = defineEndpoint({
  method: 'GET',
  path: '/api/content/{id}/related',
  summary: 'Up to 12 others of the same type, newest first',
  tag,
  params: ContentId,
  response: z.object({ items: z.array(Content) }),
})

export const deleteContent = defineEndpoint({
  method: 'DELETE',
  path: '/api/content/{id}',
  summary: 'Deletes one’s own item: hidden at once, its files erased by a job',
  tag,
  status: 204,
  params: ContentId,
  response: z.undefined(),
})

export const titleSchema = textSchema({ min: 'title_required', max: titleMax, over: 'title_too_long' })
export const descriptionSchema = textSchema({ max: descriptionMax, over: 'description_too_long' })

/**
 * An https link, the watch page of another upload by the same person (path or full URL), or empty (ruling 26).
 * Never fetched.
 */
export const trailerUrlSchema = z
  .string()
  .trim()
  .max(2000, 'trailer_invalid')
  .refine((url) => url === '' || isValidTrailerUrl(url), 'trailer_invalid')

const watchPath = /^\/watch\/[0-9a-f-]{36}\/?$/i

export function isValidTrailerUrl(url: string): boolean {
  if (watchPath.test(url)) return true
  if (!URL.canParse(url)) return false
  const { protocol, username, password, pathname } = new URL(url)
  if (username || password) return false
  // A self-hosted test site may not have https. Only the server knows whether the host is this site's.
  return protocol === 'https:' || (protocol === 'http:' && watchPath.test(pathname))
}

export const updateContent = defineEndpoint({
  method: 'PATCH',
  path: '/api/content/{id}',
  summary: 'Changes one’s own item',
  tag,
  params: ContentId,
  body: z.strictObject({
    title: titleSchema.optional(),
    description: descriptionSchema.optional(),
    genre: z.string().max(60).optional(),
    visibility: Visibility.optional(),
    rating: ContentRating.optional(),
    trailer_url: trailerUrlSchema.nullable().optional(),
    anyway: postAnywayField,
    ...AdSettingsUpdate,
  }),
  response: OwnContent,
})

export const contentImageKinds = ['cover', 'thumbnail'] as const

/**
 * The request body is the image file (JPEG, PNG, WebP or GIF, at most 10 MB). It is decoded, rotated upright
 * and re-encoded.
 */
export const putContentImage = defineEndpoint({
  method: 'PUT',
  path: '/api/content/{id}/pictures/{picture}',
  summary: 'Sets the cover or thumbnail of one’s own item (the body is the image)',
  tag,
  params: z.object({ id: z.uuid('content_not_found'), picture: z.enum(contentImageKinds, 'not_found') }),
  response: OwnContent,
})

export const listOwnContent = defineEndpoint({
  method: 'GET',
  path: '/api/me/content',
  summary: 'One’s own uploads, newest first, in every state',
  tag,
  query: z.strictObject({
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(pageSize.max).default(pageSize.default),
    content_type: ContentType.optional(),
  }),
  response: z.object({
    items: z.array(OwnContent),
    next_cursor: Cursor.nullable(),
    counts: z.partialRecord(ContentType, z.int()),
  }),
})

export const getOwnContent = defineEndpoint({
  method: 'GET',
  path: '/api/me/content/{id}',
  summary: 'One upload of one’s own, in any state; anybody else’s does not exist',
  tag,
  params: ContentId,
  response: OwnContent,
})
