import { z } from 'zod'
import { PaginatedContent, Creator } from '../content/content.ts'
import { descriptionSchema, titleSchema } from '../content/own-content.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageSizeLimits } from '../limits.ts'
import { Cursor, Id, Timestamp } from '../scalars.ts'
import { postAnywayField } from '../user-text.ts'

export const playlistVisibilities = ['private', 'followers', 'unlisted', 'public'] as const
export type PlaylistVisibility = (typeof playlistVisibilities)[number]
export const PlaylistVisibility = z.enum(playlistVisibilities)

/** The maximum number of playlists per person (not counting Watch later) and of videos per playlist. */
export const playlistLimits = { perUser: 200, items: 500 }

/** The id that stands for the viewer's own Watch later list in all paths and responses. */
export const watchLaterId = 'watch-later'

const PlaylistId = z.union([z.literal(watchLaterId), z.uuid()], 'playlist_not_found')

const playlistFields = {
  id: z.string().meta({ description: `A UUID, or \`${watchLaterId}\` for your Watch later list.` }),
  is_watch_later: z.boolean(),
  title: z.string(),
  visibility: PlaylistVisibility.meta({
    description:
      'If the owner’s profile is private, only approved followers can ever see the playlist. `unlisted` playlists can be opened only with their link.',
  }),
  cover_url: z
    .string()
    .nullable()
    .meta({ description: 'The cover of the first video that the viewer may watch.' }),
}

/** A playlist as shown in lists of playlists. */
export const PlaylistSummary = z.object({ ...playlistFields })
export type PlaylistSummary = z.output<typeof PlaylistSummary>

/** One of the signed-in user's own playlists. */
export const OwnPlaylist = PlaylistSummary.extend({
  total_count: z.int().meta({ description: 'The number of videos, including unavailable ones.' }),
  contains: z
    .boolean()
    .nullable()
    .meta({ description: 'Whether the playlist contains the video `content`, or null if none was given.' }),
})
export type OwnPlaylist = z.output<typeof OwnPlaylist>

export const PlaylistDetail = z.object({
  ...playlistFields,
  description: z.string(),
  creator: Creator,
  mine: z.boolean(),
  items_count: z.int().meta({ description: 'The number of videos that the viewer may watch.' }),
  unavailable_count: z
    .int()
    .nullable()
    .meta({ description: 'The number of other videos in the playlist. Owner only.' }),
  created_at: Timestamp.nullable(),
})
export type PlaylistDetail = z.output<typeof PlaylistDetail>

const tag = 'Playlists'
const params = z.object({ id: PlaylistId })
const itemParams = z.object({ id: PlaylistId, content_id: z.uuid('content_not_found') })
const PlaylistMembership = z.object({
  contains: z.boolean(),
  total_count: z.int().meta({ description: 'The number of videos, including unavailable ones.' }),
})
const page = {
  cursor: Cursor.optional(),
  limit: z.coerce.number().int().min(1).max(pageSizeLimits.max).default(pageSizeLimits.default),
}

export const listOwnPlaylists = defineEndpoint({
  method: 'GET',
  path: '/api/me/playlists',
  summary: 'Lists your playlists, newest first.',
  tag,
  query: z.strictObject({
    content: Id.optional().meta({ description: 'Also returns whether each playlist contains this video.' }),
    ...page,
  }),
  response: z.object({
    watch_later: OwnPlaylist,
    items: z.array(OwnPlaylist),
    next_cursor: Cursor.nullable(),
  }),
})

export const listProfilePlaylists = defineEndpoint({
  method: 'GET',
  path: '/api/profiles/id/{id}/playlists',
  summary: 'Lists the playlists on a user’s profile, newest first. Unlisted playlists are left out.',
  tag,
  params: z.object({ id: z.uuid('creator_not_found') }),
  query: z.strictObject(page),
  response: z.object({ items: z.array(PlaylistSummary), next_cursor: Cursor.nullable() }),
})

export const createPlaylist = defineEndpoint({
  method: 'POST',
  path: '/api/playlists',
  summary: `Creates a playlist, which is private by default. You can have ${playlistLimits.perUser} playlists.`,
  tag,
  status: 201,
  idempotent: true,
  body: z.strictObject({
    title: titleSchema,
    description: descriptionSchema.default(''),
    visibility: PlaylistVisibility.default('private'),
    content: Id.optional().meta({ description: 'The first video of the playlist.' }),
    anyway: postAnywayField,
  }),
  response: PlaylistDetail,
})

export const getPlaylist = defineEndpoint({
  method: 'GET',
  path: '/api/playlists/{id}',
  summary: 'Retrieves a playlist without its videos.',
  tag,
  params,
  response: PlaylistDetail,
})

export const listPlaylistItems = defineEndpoint({
  method: 'GET',
  path: '/api/playlists/{id}/items',
  summary: 'Lists the videos of a playlist in order. Videos that the viewer may not watch are left out.',
  tag,
  params,
  query: z.strictObject(page),
  response: PaginatedContent,
})

export const updatePlaylist = defineEndpoint({
  method: 'PATCH',
  path: '/api/playlists/{id}',
  summary: 'Updates your own playlist.',
  tag,
  params,
  body: z.strictObject({
    title: titleSchema.optional(),
    description: descriptionSchema.optional(),
    visibility: PlaylistVisibility.optional(),
    anyway: postAnywayField,
  }),
  response: PlaylistDetail,
})

export const deletePlaylist = defineEndpoint({
  method: 'DELETE',
  path: '/api/playlists/{id}',
  summary: 'Deletes your own playlist. The videos in it are not deleted.',
  tag,
  status: 204,
  params,
  response: z.undefined(),
})

export const putPlaylistItem = defineEndpoint({
  method: 'PUT',
  path: '/api/playlists/{id}/items/{content_id}',
  summary: `Adds a video to the end of your playlist. A playlist can hold ${playlistLimits.items} videos. Repeated requests have no further effect.`,
  tag,
  params: itemParams,
  response: PlaylistMembership,
})

export const deletePlaylistItem = defineEndpoint({
  method: 'DELETE',
  path: '/api/playlists/{id}/items/{content_id}',
  summary: 'Removes a video from your playlist. Repeated requests have no further effect.',
  tag,
  params: itemParams,
  response: PlaylistMembership,
})

export const movePlaylistItem = defineEndpoint({
  method: 'PUT',
  path: '/api/playlists/{id}/items/{content_id}/position',
  summary:
    'Moves a video within your playlist, directly before or directly after another video of the playlist.',
  tag,
  params: itemParams,
  body: z.union([z.strictObject({ before: Id }), z.strictObject({ after: Id })]),
  status: 204,
  response: z.undefined(),
})
