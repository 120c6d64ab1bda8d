import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { Timestamp } from './scalars.ts'

/** What can go wrong in the player. The specification defines these errors (section 8), except `gone`. */
export const playbackErrorKinds = ['aborted', 'network', 'codec', 'format', 'unknown', 'gone'] as const

/**
 * The qualities in which playback time is counted: the shorter side of the picture, in pixels. Other sizes
 * count toward the next lower quality, and smaller pictures count toward the lowest one.
 */
export const countedQualities = ['144', '240', '360', '480', '720', '1080', '1440', '2160'] as const
export type CountedQuality = (typeof countedQualities)[number]

/** The largest values that one report can contain. They limit the influence of a forged report. */
export const playbackReportLimits = { startup: 120, seek: 60, seeks: 20, played: 4 * 3600, frames: 4_000_000 }

const { startup, seek, seeks, played, frames } = playbackReportLimits
const seconds = (max: number) => z.number().min(0).max(max)

export const PlaybackReport = z.strictObject({
  startup: seconds(startup).nullable().meta({
    description: 'The seconds from the press on Play to the first frame. Null if they were not measured.',
  }),
  exited: z.boolean().meta({ description: 'True if the viewer left before the first frame.' }),
  error: z.enum(playbackErrorKinds).nullable(),
  stalled: seconds(played).meta({
    description: 'The seconds for which playback waited for data after it had started, without seeks.',
  }),
  seeks: z.array(seconds(seek)).max(seeks).meta({ description: 'The duration of each seek in seconds.' }),
  downshifts: z.int().min(0).max(1000),
  frames: z.int().min(0).max(frames),
  dropped: z.int().min(0).max(frames),
  played: z.partialRecord(z.enum(countedQualities), seconds(played)).meta({
    description: 'The seconds played in each quality (the shorter side of the picture, in pixels).',
  }),
})
export type PlaybackReport = z.output<typeof PlaybackReport>

export const addPlaybackReport = defineEndpoint({
  method: 'POST',
  path: '/api/playback-reports',
  summary:
    'Reports how well a video played. The report contains no ids, and the site adds it only to hourly totals. Reports that contradict themselves or exceed the rate limit are ignored.',
  tag: 'Views',
  body: PlaybackReport,
  status: 204,
  response: z.undefined(),
})

/** The number of days after which the totals are deleted. */
export const playbackQualityDaysKept = 30

export const playbackQualityRangeDays = ['1', '7'] as const
export type PlaybackQualityRange = (typeof playbackQualityRangeDays)[number]

const nullable = z.number().nullable()

/** The figures of a period. Shares are between 0 and 1. A figure is null if nothing was measured. */
const PlaybackQualityFigures = z.object({
  viewings: z.int(),
  startup_median: nullable.meta({ description: 'Seconds from the press on Play to the first frame.' }),
  startup_p95: nullable,
  seek_median: nullable,
  seek_p95: nullable,
  stalled: nullable.meta({ description: 'The stalled time, divided by the time played.' }),
  failed: nullable.meta({ description: 'The share of viewings with an error.' }),
  exited: nullable.meta({ description: 'The share of viewings that ended before the first frame.' }),
  dropped: nullable.meta({ description: 'The share of frames that were not shown.' }),
  downshifts: nullable.meta({ description: 'Automatic changes to a lower quality per hour played.' }),
  height: nullable.meta({
    description: 'The average quality, weighted by the time played (shorter side in pixels).',
  }),
})
export type PlaybackQualityFigures = z.output<typeof PlaybackQualityFigures>

export const PlaybackQuality = z.object({
  from: Timestamp,
  step_minutes: z.int(),
  total: PlaybackQualityFigures,
  steps: z.array(PlaybackQualityFigures).meta({ description: 'One entry per step, oldest first.' }),
  played: z.array(z.object({ quality: z.enum(countedQualities), share: z.number() })).meta({
    description: 'The share of the time played in each quality, lowest quality first.',
  }),
  errors: z.array(z.object({ error: z.enum(playbackErrorKinds), viewings: z.int() })),
})
export type PlaybackQuality = z.output<typeof PlaybackQuality>

export const getPlaybackQuality = defineEndpoint({
  method: 'GET',
  path: '/api/mod/playback-quality',
  summary: 'Returns how well videos played. Admins only. Contains no data about people or videos.',
  tag: 'Moderation',
  query: z.strictObject({ days: z.enum(playbackQualityRangeDays).default('1') }),
  response: PlaybackQuality,
})
