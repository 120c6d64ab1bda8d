import { z } from 'zod'
import { AdBreakConfig, adsEnabledCondition } from './ads.ts'
import { defineEndpoint } from '../endpoint.ts'
import { FollowState } from '../people/follows.ts'
import { Cursor, Id, Timestamp } from '../scalars.ts'
import { ContentType, ContentRating } from './content-types.ts'
import * as publication from './publication.ts'
import { pageSizeLimits } from '../limits.ts'
import { contentModerationStates } from '../moderation/moderation-states.ts'
import { CaptionTracks } from './caption-tracks.ts'
import { Chapters } from './chapters.ts'

/** The public details of the person who uploaded a video. */
export const Creator = z.object({
  user_id: Id,
  username: z.string(),
  display_name: z.string(),
  avatar_url: z.string().nullable(),
})
export type Creator = z.output<typeof Creator>

/**
 * The processing states of a video, in the order in which a video goes through them. A `ready` video has at
 * least one playable rendition; more may follow. A broadcast is `live` until its recording is `ready`.
 */
export const StreamStatus = z.enum(['uploading', 'received', 'processing', 'ready', 'failed', 'live'])
export type StreamStatus = z.output<typeof StreamStatus>

/** The series that an episode belongs to, with the season and episode number. */
export const EpisodeSeries = z.object({
  id: Id,
  title: z.string(),
  season: z.int(),
  episode: z.int(),
})
export type EpisodeSeries = z.output<typeof EpisodeSeries>

/** A video as shown on cards and on the watch page. All URLs are paths on this site. */
export const Content = z.object({
  id: Id,
  user_id: Id,
  title: z.string(),
  description: z.string(),
  genre: z.string().meta({ description: 'The genre in lower case, or an empty string if none was chosen.' }),
  language: z.string().nullable().meta({
    description: 'The language of the video as a BCP 47 tag, or null if the creator has not chosen one.',
  }),
  content_type: ContentType,
  visibility: publication.visibilityField,
  rating: ContentRating.meta({
    description: '`16` hides the video from people under 16 and from signed-out visitors.',
  }),
  cover_url: z.string().nullable().meta({ description: 'The creator’s cover, or else the poster.' }),
  thumbnail_url: z.string().nullable(),
  trailer_url: z.string().nullable(),
  preview_url: z.string().nullable().meta({ description: 'A silent three-second MP4 preview.' }),
  stream_url: z.string().nullable().meta({ description: 'The HLS master playlist.' }),
  stream_status: StreamStatus,
  video_url: z.string().nullable().meta({ description: 'The page of the embedded player.' }),
  stream_thumbnail_url: z.string().nullable(),
  storyboard_url: z.string().nullable().meta({ description: 'A WebVTT file with `#xywh` image regions.' }),
  playback_id: z.string().nullable(),
  duration_seconds: z.number().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  loudness_lufs: z.number().nullable(),
  is_featured: z.boolean(),
  likes_count: z.int(),
  comments_count: z.int().meta({ description: 'If comments are off, 0 for everyone except the creator.' }),
  views: z.int().nullable().meta({
    description:
      'The number of views. Exact for the owner. For everyone else it is 0 below 10, rounded down to tens below 100 and to two significant digits above. Null if the creator hides it.',
  }),
  created_at: Timestamp.meta({
    description: 'When the video was uploaded or published, whichever is later.',
  }),
  creator: Creator,
  series: EpisodeSeries.nullable().meta({
    description: 'The series of an episode. Null for other people if the episode is not in lists.',
  }),
  mine: z.boolean(),
})
export type Content = z.output<typeof Content>

const indexable = z.boolean().meta({
  description: 'Whether search engines may list the page and other sites may embed it.',
})

/** The data of a video that the embedded player receives. */
export const EmbedContent = Content.extend({ indexable, chapters: Chapters, captions: CaptionTracks })
export type EmbedContent = z.output<typeof EmbedContent>

export const ContentDetail = EmbedContent.extend({
  tags: z.array(z.string()),
  liked: z.boolean(),
  follow: FollowState.meta({ description: 'Whether the viewer follows the creator.' }),
  stream_id: Id.nullable().meta({ description: 'The id for `GET /api/streams/{streamId}`. Owner only.' }),
  moderation: z.enum(contentModerationStates).nullable().meta({ description: 'Owner only.' }),
  statement_id: Id.nullable().meta({ description: 'The statement of reasons. Owner only.' }),
  ...publication.ownerOnlyPublicationFields,
  resume: z.object({ seconds: z.int(), watched_at: Timestamp }).optional().meta({
    description: 'The position at which you stopped, from your watch history. 0 is the beginning.',
  }),
  live_cursor: z.int().meta({ description: 'The cursor from which to follow live updates.' }),
  ads: AdBreakConfig.optional().meta({
    ...adsEnabledCondition,
    description: 'Only for viewers who are shown ads.',
  }),
})
export type ContentDetail = z.output<typeof ContentDetail>

const ContentId = z.object({ id: z.uuid('content_not_found') })
const tag = 'Content'

export const PaginatedContent = z.object({ items: z.array(Content), next_cursor: Cursor.nullable() })
export type PaginatedContent = z.output<typeof PaginatedContent>

export const listContent = defineEndpoint({
  method: 'GET',
  path: '/api/content',
  summary: 'Lists the videos that the viewer may see, newest first.',
  tag,
  query: z.strictObject({
    content_type: ContentType.optional(),
    genre: z.string().max(60).optional().meta({ description: 'Matches any part, case-insensitively.' }),
    creator: Id.optional().meta({ description: 'The user id of the creator.' }),
    followed: z.literal('true').optional().meta({ description: 'Only creators that the viewer follows.' }),
    ids: z
      .string()
      .regex(/^[\da-f-]{36}(,[\da-f-]{36}){0,23}$/)
      .optional()
      .meta({ description: 'Only these videos: up to 24 ids, separated by commas.' }),
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(pageSizeLimits.max).default(pageSizeLimits.default),
  }),
  response: PaginatedContent,
})

export const getContent = defineEndpoint({
  method: 'GET',
  path: '/api/content/{id}',
  summary: 'Retrieves a video.',
  tag,
  params: ContentId,
  response: ContentDetail,
})

export const getEmbed = defineEndpoint({
  method: 'GET',
  path: '/api/embed/{playback_id}',
  summary: 'Retrieves a video by its playback id, for the embedded player.',
  tag,
  params: z.object({ playback_id: z.string().regex(/^[A-Za-z0-9_-]{10,64}$/, 'content_not_found') }),
  response: EmbedContent,
})

export const getRelatedContent = defineEndpoint({
  method: 'GET',
  path: '/api/content/{id}/related',
  summary: 'Lists up to 12 other videos of the same type, newest first.',
  tag,
  params: ContentId,
  response: z.object({ items: z.array(Content) }),
})
