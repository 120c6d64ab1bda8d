import { z } from 'zod'
import { ContentRating, Visibility } from '../content/content-types.ts'
import { Creator } from '../content/content.ts'
import { descriptionSchema, titleSchema } from '../content/own-content.ts'
import { defineEndpoint } from '../endpoint.ts'
import { CommentMode } from '../engagement/comment-modes.ts'
import { Id, Timestamp } from '../scalars.ts'
import { postAnywayField } from '../user-text.ts'
import { broadcastLimits } from './broadcast-limits.ts'

const tag = 'Broadcasts'
const { delaySeconds } = broadcastLimits

/** `waiting` means that no data has arrived yet. An ended broadcast stays playable until its recording is ready. */
export const broadcastStates = ['waiting', 'on_air', 'ended'] as const
export const BroadcastState = z.enum(broadcastStates)
export type BroadcastState = z.output<typeof BroadcastState>

/** `browser`: the creator's browser sends chunks over HTTP. `rtmp`: an encoder such as OBS sends RTMP. */
export const BroadcastSource = z.enum(['browser', 'rtmp'])
export type BroadcastSource = z.output<typeof BroadcastSource>

export const broadcastEndReasons = ['creator', 'moderator', 'no_data', 'too_long', 'rejected'] as const
export const BroadcastEndReason = z.enum(broadcastEndReasons)
export type BroadcastEndReason = z.output<typeof BroadcastEndReason>

const BroadcastId = z.object({ id: z.uuid('content_not_found') })

/** A broadcast as viewers see it. `id` is the id of its content item. */
export const Broadcast = z.object({
  id: Id,
  title: z.string(),
  creator: Creator,
  state: BroadcastState,
  started_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
  playlist_url: z.string().nullable().meta({
    description: 'The HLS multivariant playlist. Null while there is nothing to play.',
  }),
  viewers: z.int().nullable().meta({
    description:
      'The number of current viewers, rounded down to 10, 20, 50, 100 and so on. Null if fewer than 10 people are watching or the broadcast is not on air. The creator and staff get the exact number.',
  }),
})
export type Broadcast = z.output<typeof Broadcast>

/** A broadcast as its creator sees it. */
export const OwnBroadcast = Broadcast.extend({
  source: BroadcastSource,
  on_air_seconds: z.int().nullable().meta({
    description: 'How long the broadcast has been on air. Null before it has started.',
  }),
  delay_seconds: z.int().meta({ description: 'How many of the newest seconds viewers do not get yet.' }),
  next_chunk: z.int().meta({ description: 'The number of the next chunk to send, starting at 0.' }),
  end_reason: BroadcastEndReason.nullable(),
  end_detail: z.string().nullable().meta({ description: 'What is wrong with a source that was rejected.' }),
})
export type OwnBroadcast = z.output<typeof OwnBroadcast>

/** The details of a broadcast that its creator chooses, in requests that create or schedule it. */
export const broadcastDetailFields = {
  title: titleSchema,
  description: descriptionSchema.default(''),
  genre: z.string().trim().max(60).default(''),
  visibility: Visibility.optional().meta({ description: 'Defaults to your setting for new uploads.' }),
  rating: ContentRating.default('all'),
  comment_mode: CommentMode.default('everyone'),
  delay_seconds: z
    .int()
    .min(delaySeconds.min)
    .max(delaySeconds.max)
    .default(delaySeconds.default)
    .meta({
      description: `How many seconds later viewers see the broadcast. At least ${delaySeconds.minForMinors} for members under 18.`,
    }),
}

export const createBroadcast = defineEndpoint({
  method: 'POST',
  path: '/api/broadcasts',
  summary: 'Creates a broadcast. Then send its chunks, or start an encoder with your stream key.',
  tag,
  idempotent: true,
  status: 201,
  body: z.strictObject({
    ...broadcastDetailFields,
    source: BroadcastSource.default('browser'),
    anyway: postAnywayField,
  }),
  response: OwnBroadcast,
})

export const listBroadcasts = defineEndpoint({
  method: 'GET',
  path: '/api/broadcasts',
  summary: 'Lists the broadcasts that are on air and that the viewer may find, newest first.',
  tag,
  query: z.strictObject({
    creator: z.uuid().optional().meta({ description: 'Lists only the broadcasts by this creator.' }),
  }),
  response: z.object({ items: z.array(Broadcast) }),
})

export const getOwnBroadcast = defineEndpoint({
  method: 'GET',
  path: '/api/broadcasts/mine',
  summary: 'Retrieves your broadcast that has not ended, to continue it.',
  tag,
  response: z.object({ broadcast: OwnBroadcast.nullable() }),
})

export const getBroadcast = defineEndpoint({
  method: 'GET',
  path: '/api/broadcasts/{id}',
  summary: 'Retrieves a broadcast.',
  tag,
  params: BroadcastId,
  response: Broadcast,
})

export const endBroadcast = defineEndpoint({
  method: 'POST',
  path: '/api/broadcasts/{id}/end',
  summary: 'Ends your broadcast.',
  tag,
  params: BroadcastId,
  body: z.strictObject({
    drop_delayed: z.boolean().default(false).meta({
      description: 'Whether to delete what viewers have not seen yet, instead of playing it to the end.',
    }),
  }),
  response: OwnBroadcast,
})

export const continueBroadcast = defineEndpoint({
  method: 'POST',
  path: '/api/broadcasts/{id}/continue',
  summary: 'Continues your broadcast from another page, for example after a reload.',
  tag,
  params: BroadcastId,
  response: z.object({
    broadcast: OwnBroadcast,
    sender: z.int().meta({
      description:
        'Send this number with each chunk (`?sender=1`). Chunks of the page that sent the broadcast before are refused.',
    }),
    picture: z.object({ width: z.int(), height: z.int() }).nullable().meta({
      description: 'The size of the picture, which cannot change. Null if it is not known yet.',
    }),
  }),
})

/**
 * The path to which a browser sends the chunks of its broadcast. Joined in order, the chunks are one Matroska
 * stream; they can be split at any byte. The body of the POST request contains the raw bytes. If the server
 * already has a chunk, it acknowledges the chunk again.
 *
 * A page that continues a broadcast adds `?sender=` and starts a new Matroska stream with the chunk `next_chunk`.
 * Its first chunk has to contain the whole header, and its chunks have to consist of whole EBML elements.
 */
export const broadcastChunkPath = '/api/broadcasts/{id}/chunks/{number}'

/** Stops a broadcast as a moderator. Deletes the part that viewers have not seen yet. */
export const stopBroadcast = defineEndpoint({
  method: 'POST',
  path: '/api/mod/broadcasts/{id}/stop',
  summary: 'Stops a broadcast at once and deletes what viewers have not seen yet.',
  tag: 'Moderation',
  status: 204,
  params: BroadcastId,
  body: z.strictObject({ reason: z.string().trim().min(1, 'stop_reason_required').max(500) }),
  response: z.undefined(),
})
