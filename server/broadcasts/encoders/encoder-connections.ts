import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { BroadcastEndReason, BroadcastState } from '#contract/broadcasts/broadcasts.ts'
import type { Locale } from '#i18n/locales.ts'
import { selectOwnItems } from '#server/access-policy/content-queries.ts'
import { db } from '#server/platform/db/db.ts'

/** The connection of an encoder to a broadcast. A broadcast has at most one connection at a time. */
export interface EncoderConnection {
  id: string
  userId: string
  streamKeyId: string
  contentId: string
  playbackId: string
  /** The language of the messages that the encoder shows. */
  locale: Locale
}

/** How long a connection blocks other encoders after its server process has died. */
const timeoutSeconds = 10
const expiresAt = sql<Date>`clock_timestamp() + make_interval(secs => ${timeoutSeconds})`

/** Returns the person's current broadcast if it is sent by an encoder, otherwise undefined. */
export function findEncoderBroadcast(
  userId: string,
): Promise<{ contentId: string; playbackId: string } | undefined> {
  return selectOwnItems(userId)
    .innerJoin('broadcasts', 'broadcasts.content_id', 'content.id')
    .select(['content.id as contentId', 'content.playback_id as playbackId'])
    .where('broadcasts.source', '=', 'rtmp')
    .where('broadcasts.state', '!=', 'ended')
    .executeTakeFirst()
}

/** Connects an encoder to a broadcast. Returns null if another encoder is connected. */
export async function claimEncoderConnection(
  target: Omit<EncoderConnection, 'id'>,
): Promise<EncoderConnection | null> {
  const { contentId, streamKeyId } = target
  const id = randomUUID()
  const { rows } = await sql`
    insert into encoder_connections (content_id, id, stream_key_id, expires_at)
    values (${contentId}, ${id}, ${streamKeyId}, ${expiresAt})
    on conflict (content_id) do update
      set id = excluded.id, stream_key_id = excluded.stream_key_id, expires_at = excluded.expires_at
      where encoder_connections.expires_at < clock_timestamp()
    returning id`.execute(db)
  return rows.length > 0 ? { ...target, id } : null
}

interface ConnectionState {
  state: BroadcastState
  endReason: BroadcastEndReason | null
  endDetail: string | null
  isKeyRevoked: boolean
}

/** Extends the connection by 10 s. Returns null if another encoder has connected instead. */
export async function renewEncoderConnection({
  id,
  contentId,
}: EncoderConnection): Promise<ConnectionState | null> {
  const { rows } = await sql<ConnectionState>`
    update encoder_connections set expires_at = ${expiresAt}
    from broadcasts, stream_keys
    where encoder_connections.content_id = ${contentId} and encoder_connections.id = ${id}
      and broadcasts.content_id = encoder_connections.content_id and stream_keys.id = stream_key_id
    returning broadcasts.state, broadcasts.end_reason as "endReason", broadcasts.end_detail as "endDetail",
      stream_keys.revoked_at is not null as "isKeyRevoked"`.execute(db)
  return rows[0] ?? null
}

/**
 * Removes the connections of server processes that have died. An encoder that connects can also replace such
 * a connection.
 */
export async function removeExpiredEncoderConnections(): Promise<void> {
  await db
    .deleteFrom('encoder_connections')
    .where('expires_at', '<', sql<Date>`clock_timestamp()`)
    .execute()
}

/** Ends the connection, so that another encoder can connect immediately. */
export async function releaseEncoderConnection({ id, contentId }: EncoderConnection): Promise<void> {
  await db
    .deleteFrom('encoder_connections')
    .where('content_id', '=', contentId)
    .where('id', '=', id)
    .execute()
}
