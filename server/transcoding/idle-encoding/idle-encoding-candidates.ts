import { sql } from 'kysely'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import type { Db } from '#server/platform/db/db.ts'

/** The views of this many days decide which videos are re-encoded. */
const viewDays = 7

/**
 * AV1 saves about half the bits for viewers whose devices support it. The slow H.264 preset saves about a tenth for the
 * others, and takes longer. Therefore, a video needs eight times as many views before its H.264 renditions are more
 * urgent than the AV1 renditions of another video.
 */
const codecs = sql<{ codec: 'av1' | 'h264'; min_views: number; weight: number }>`
  (select * from (values ('av1', 10, 8), ('h264', 100, 1)) as of_codec (codec, min_views, weight))`

/** A worker counts as dead after this many seconds without a heartbeat. Heartbeats are due every 10 s. */
const heartbeatTimeoutSeconds = 60

/**
 * Matches items with a complete ladder whose uploaded file still exists, which people can watch, and whose file
 * is not being replaced. Held and removed items do not qualify.
 */
export const qualifiesForIdleEncoding = sql<boolean>`(content.deleted_at is null
  and content.moderation in ('approved', 'limited') and content.stream_status = 'ready' and streams.state = 'ready'
  and content.file_url is not null
  and not exists (select from stream_replacements where stream_replacements.content_id = content.id
    and stream_replacements.state in ('uploading', 'received', 'encoding', 'held')))`

/**
 * Selects the videos that are worth re-encoding and that no worker is encoding, most urgent first. Whether the format
 * of the file allows it is checked later (`canEncodeAgain`).
 */
export function selectIdleEncodingCandidates(from: Db, limit: number) {
  const views = from
    .selectFrom('daily_view_counts')
    .select('content_id')
    .select(({ fn }) => fn.sum<number>('views').as('views'))
    .where('day', '>', sql<string>`(now() at time zone 'utc')::date - ${viewDays}::int`)
    .groupBy('content_id')
    .as('recent')
  return selectItemsWithoutAccessCheck(from)
    .innerJoin('streams', 'streams.content_id', 'content.id')
    .innerJoin(views, 'recent.content_id', 'content.id')
    .innerJoin(codecs.as('codecs'), (on) => on.on(sql<boolean>`recent.views >= codecs.min_views`))
    .leftJoin('idle_encodings', (on) =>
      on
        .onRef('idle_encodings.content_id', '=', 'content.id')
        .on(sql<boolean>`idle_encodings.codec = codecs.codec`)
        .onRef('idle_encodings.fence', '=', 'streams.fence'),
    )
    .where(qualifiesForIdleEncoding)
    .where(
      sql<boolean>`(idle_encodings.state is null or idle_encodings.state = 'waiting' or (idle_encodings.state = 'encoding'
        and idle_encodings.heartbeat_at < now() - ${heartbeatTimeoutSeconds} * interval '1 second'))`,
    )
    .orderBy(sql`recent.views * codecs.weight`, 'desc')
    .orderBy('content.id')
    .orderBy(sql`codecs.weight`, 'desc')
    .limit(limit)
}
