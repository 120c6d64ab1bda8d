import { z } from 'zod'
import { adSettingsFields, adSettingsUpdateFields } from './ads.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Cursor, Id } from '../scalars.ts'
import { ContentRating, ContentType, Visibility } from './content-types.ts'
import * as publication from './publication.ts'
import { descriptionMaxLength, pageSizeLimits, titleMaxLength } from '../limits.ts'
import { contentModerationStates } from '../moderation/moderation-states.ts'
import { postAnywayField, textSchema } from '../user-text.ts'
import { CustomChapters, SavedCustomChapters } from './chapters.ts'
import { Content } from './content.ts'
import { CommentMode } from '../engagement/comment-modes.ts'
import { VideoReplacement } from './replacements.ts'

/** A video as its owner sees it. The owner also sees unfinished and failed uploads. */
export const OwnContent = Content.extend({
  stream_id: Id,
  upload_url: z.string().nullable(),
  tags: z.array(z.string()),
  custom_chapters: SavedCustomChapters,
  comment_mode: CommentMode,
  rating_fixed: z.boolean().meta({ description: 'Whether a moderator rated the video 16+.' }),
  percent: z.number(),
  views: z.int().meta({ description: 'The exact number of views since the upload.' }),
  error: z.object({ title: z.string(), detail: z.string() }).nullable(),
  replacement: VideoReplacement.nullable().meta({
    description: 'The newest replacement of the video’s file, or null if there was none or it was cancelled.',
  }),
  moderation: z
    .enum(contentModerationStates)
    .meta({ description: '`pending` means that the video is being checked and only its owner can see it.' }),
  statement_id: Id.nullable().meta({ description: 'The statement of reasons for the moderation state.' }),
  ...publication.publicationFields,
  ...adSettingsFields,
})
export type OwnContent = z.output<typeof OwnContent>

const ContentId = z.object({ id: z.uuid('content_not_found') })
const tag = 'Content'

export const deleteContent = defineEndpoint({
  method: 'DELETE',
  path: '/api/content/{id}',
  summary: 'Deletes your own video. It is hidden immediately, and a background job erases its files.',
  tag,
  status: 204,
  params: ContentId,
  response: z.undefined(),
})

export const titleSchema = textSchema({ min: 'title_required', max: titleMaxLength, over: 'title_too_long' })
/**
 * The language of a video's speech, title and description as a BCP 47 tag, or null. The server checks the tag
 * (video-language.ts), because the names of all languages are too large for the pages that load this module.
 */
export const languageSchema = z
  .string('video_language_unknown')
  .max(40, 'video_language_unknown')
  .nullable()
  .meta({ description: 'A BCP 47 tag, or null if the language is not specified.' })
/** The server normalizes and checks tags (tag-rules.ts). */
export const tagsSchema = z.array(z.string().max(200, 'tag_invalid')).max(100, 'tags_too_many')
export const descriptionSchema = textSchema({ max: descriptionMaxLength, over: 'description_too_long' })

/**
 * The trailer: an https link, the watch page of another upload by the same person (path or full URL), or
 * empty. The server never fetches the linked trailer.
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
  // Links to a watch page may use http, because a self-hosted test site may not have https. Only the server
  // knows the site's host name, so the server checks later that the link leads to this site.
  return protocol === 'https:' || (protocol === 'http:' && watchPath.test(pathname))
}

export const updateContent = defineEndpoint({
  method: 'PATCH',
  path: '/api/content/{id}',
  summary: 'Updates your own video.',
  tag,
  params: ContentId,
  body: z.strictObject({
    title: titleSchema.optional(),
    description: descriptionSchema.optional(),
    genre: z.string().max(60).optional(),
    language: languageSchema.optional(),
    tags: tagsSchema.optional(),
    custom_chapters: CustomChapters.optional(),
    visibility: Visibility.optional(),
    rating: ContentRating.optional(),
    comment_mode: CommentMode.optional(),
    trailer_url: trailerUrlSchema.nullable().optional(),
    anyway: postAnywayField,
    ...publication.publicationUpdateFields,
    ...adSettingsUpdateFields,
  }),

  response: OwnContent,
})

export const listOwnContent = defineEndpoint({
  method: 'GET',
  path: '/api/me/content',
  summary: 'Lists your own uploads in all states, newest first.',
  tag,
  query: z.strictObject({
    cursor: Cursor.optional(),
    limit: z.coerce.number().int().min(1).max(pageSizeLimits.max).default(pageSizeLimits.default),
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
  summary: 'Retrieves one of your own uploads in any state. Returns 404 for other people’s.',
  tag,
  params: ContentId,
  response: OwnContent,
})
