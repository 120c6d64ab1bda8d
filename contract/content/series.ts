import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { pageSizeLimits } from '../limits.ts'
import { Cursor, Id, Timestamp } from '../scalars.ts'
import { postAnywayField } from '../user-text.ts'
import { Content, Creator } from './content.ts'
import { descriptionSchema, titleSchema } from './own-content.ts'
import { seriesLimits } from './episode-numbers.ts'

const { maxSeason, maxEpisode } = seriesLimits
const Season = z.int('season_invalid').min(1, 'season_invalid').max(maxSeason, 'season_invalid')
const EpisodeOfSeason = z.int('episode_invalid').min(1, 'episode_invalid').max(maxEpisode, 'episode_invalid')
const episodeNumber = { season: Season, episode: EpisodeOfSeason }

/** Whether a member gets a notification about each new episode of a series. */
export const EpisodeNotifications = z.enum(['all', 'none'])
export type EpisodeNotifications = z.output<typeof EpisodeNotifications>

/** The series, season and episode number of a video, in the format of `POST /api/uploads`. */
export const SeriesEpisodeInput = z.strictObject({ id: z.uuid('series_not_found'), ...episodeNumber })
export type SeriesEpisodeInput = z.output<typeof SeriesEpisodeInput>

/** One of the signed-in user's own series. */
export const OwnSeries = z.object({
  id: Id,
  title: z.string(),
  episodes_count: z.int(),
  last_episodes: z.array(z.object(episodeNumber)).meta({ description: 'The last episode of each season.' }),
})
export type OwnSeries = z.output<typeof OwnSeries>

const seasons = z
  .array(z.object({ season: z.int(), episodes_count: z.int() }))
  .meta({ description: 'The seasons with episodes that the viewer may see.' })

export const SeriesDetail = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  cover_url: z
    .string()
    .nullable()
    .meta({ description: 'The cover of the first episode that the viewer may see.' }),
  creator: Creator,
  mine: z.boolean(),
  seasons,
  notifications: EpisodeNotifications.meta({
    description: 'Whether you get a notification about each new episode of this series.',
  }),
  created_at: Timestamp,
})
export type SeriesDetail = z.output<typeof SeriesDetail>

export const Episode = z.object({ ...episodeNumber, content: Content })
export type Episode = z.output<typeof Episode>

export const ContentSeries = z.object({
  id: Id,
  title: z.string(),
  ...episodeNumber,
  seasons,
  nearby: z.array(Episode).meta({
    description:
      'This episode and its neighbors in the same season, or the first episodes of the season that was asked for.',
  }),
  next: Episode.nullable().meta({ description: 'The next episode, which can be in a later season.' }),
})
export type ContentSeries = z.output<typeof ContentSeries>

const tag = 'Series'
const params = z.object({ id: z.uuid('series_not_found') })
const episodeParams = params.extend({ content_id: z.uuid('content_not_found') })
const page = {
  cursor: Cursor.optional(),
  limit: z.coerce.number().int().min(1).max(pageSizeLimits.max).default(pageSizeLimits.default),
}

export const listOwnSeries = defineEndpoint({
  method: 'GET',
  path: '/api/me/series',
  summary: 'Lists your series, newest first.',
  tag,
  query: z.strictObject(page),
  response: z.object({ items: z.array(OwnSeries), next_cursor: Cursor.nullable() }),
})

export const createSeries = defineEndpoint({
  method: 'POST',
  path: '/api/series',
  summary: `Creates a series of shows. You can have ${seriesLimits.perUser} series. Other people see the series only if they may see at least one of its episodes.`,
  tag,
  status: 201,
  idempotent: true,
  body: z.strictObject({
    title: titleSchema,
    description: descriptionSchema.default(''),
    anyway: postAnywayField,
  }),
  response: SeriesDetail,
})

export const getSeries = defineEndpoint({
  method: 'GET',
  path: '/api/series/{id}',
  summary: 'Retrieves a series and its seasons, without the episodes.',
  tag,
  params,
  response: SeriesDetail,
})

export const listEpisodes = defineEndpoint({
  method: 'GET',
  path: '/api/series/{id}/episodes',
  summary:
    'Lists the episodes of a series in order. Episodes that the viewer may not see are left out, and the others keep their numbers.',
  tag,
  params,
  query: z.strictObject({
    season: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxSeason)
      .optional()
      .meta({ description: 'Only this season.' }),
    episode: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxEpisode)
      .optional()
      .meta({ description: 'Only episodes with this number.' }),
    ids: z
      .string()
      .regex(/^[\da-f-]{36}(,[\da-f-]{36}){0,99}$/)
      .optional()
      .meta({ description: 'Only these videos: up to 100 ids, separated by commas.' }),
    ...page,
  }),
  response: z.object({ items: z.array(Episode), next_cursor: Cursor.nullable() }),
})

export const updateSeries = defineEndpoint({
  method: 'PATCH',
  path: '/api/series/{id}',
  summary: 'Updates your own series.',
  tag,
  params,
  body: z.strictObject({
    title: titleSchema.optional(),
    description: descriptionSchema.optional(),
    anyway: postAnywayField,
  }),
  response: SeriesDetail,
})

export const deleteSeries = defineEndpoint({
  method: 'DELETE',
  path: '/api/series/{id}',
  summary: 'Deletes your own series. The videos in it are not deleted.',
  tag,
  status: 204,
  params,
  response: z.undefined(),
})

export const putEpisode = defineEndpoint({
  method: 'PUT',
  path: '/api/series/{id}/episodes/{content_id}',
  summary: `Adds one of your shows to your series, or changes its number. A show belongs to at most one series, so it is removed from any other series. A series can have ${seriesLimits.episodes} episodes.`,
  tag,
  params: episodeParams,
  body: z.strictObject({
    ...episodeNumber,
    swap: z.boolean().default(false).meta({
      description:
        'If another episode has this number and the show is already in the series, the two swap numbers.',
    }),
  }),
  response: z.object(episodeNumber),
})

export const deleteEpisode = defineEndpoint({
  method: 'DELETE',
  path: '/api/series/{id}/episodes/{content_id}',
  summary: 'Removes a show from your series. Repeated requests have no further effect.',
  tag,
  status: 204,
  params: episodeParams,
  response: z.undefined(),
})

export const putEpisodeNotifications = defineEndpoint({
  method: 'PUT',
  path: '/api/series/{id}/notifications',
  summary: 'Sets whether you get a notification about each new episode of a series.',
  tag,
  params,
  body: z.strictObject({ notifications: EpisodeNotifications }),
  response: z.object({ notifications: EpisodeNotifications }),
})

export const getContentSeries = defineEndpoint({
  method: 'GET',
  path: '/api/content/{id}/series',
  summary: 'Retrieves the series that a video is part of, and the episodes around it.',
  tag,
  params: z.object({ id: z.uuid('content_not_found') }),
  query: z.strictObject({
    season: z.coerce.number().int().min(1).max(maxSeason).optional().meta({
      description:
        'The season for `nearby`. If it has no episodes that the viewer may see, the season of the video.',
    }),
  }),
  response: z.object({ series: ContentSeries.nullable() }),
})
