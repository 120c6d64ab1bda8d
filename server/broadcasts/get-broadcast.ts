import { sql } from 'kysely'
import type { Broadcast, OwnBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import {
  selectListedBroadcasts,
  selectOwnItems,
  selectWatchableItems,
} from '#server/access-policy/content-queries.ts'
import type { ContentQuery } from '#server/access-policy/content-queries.ts'
import { selectContentCards, presentContent } from '#server/content/content-cards.ts'
import { db, type Db, type Tx } from '#server/platform/db/db.ts'
import type { Member, Viewer } from '#server/platform/http/viewer.ts'
import { isOwnerOrStaff } from './is-owner-or-staff.ts'
import { roundViewerCount } from './viewers/round-viewer-count.ts'

const maxListedBroadcasts = 100

/** Returns a broadcast. Throws `content_not_found` if the viewer may not watch it. */
export async function loadBroadcast(viewer: Viewer, id: string): Promise<Broadcast> {
  const row = await selectBroadcasts(viewer, selectWatchableItems(viewer))
    .where('content.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new ApiError('content_not_found')
  return presentBroadcast(viewer, row)
}

/** Lists the current broadcasts that the viewer can find, newest first. */
export async function listBroadcastsOnAir(
  viewer: Viewer,
  { creator }: { creator?: string | undefined } = {},
): Promise<{ items: Broadcast[] }> {
  const rows = await selectBroadcasts(viewer, selectListedBroadcasts(viewer))
    .$if(creator !== undefined, (query) => query.where('content.user_id', '=', creator!))
    .orderBy('broadcasts.started_at', 'desc')
    .limit(maxListedBroadcasts)
    .execute()
  return { items: rows.map((row) => presentBroadcast(viewer, row)) }
}

/** Returns the member's current broadcast, or null if there is none. */
export async function loadRunningBroadcast(viewer: Member): Promise<{ broadcast: OwnBroadcast | null }> {
  const row = await selectBroadcasts(viewer, selectOwnItems(viewer.id))
    .where('broadcasts.state', '!=', 'ended')
    .executeTakeFirst()
  return { broadcast: row ? presentOwnBroadcast(viewer, row) : null }
}

/** Returns the member's broadcast with this id. Throws `content_not_found` for other people's broadcasts. */
export async function loadOwnBroadcast(
  viewer: Member,
  id: string,
  from: Db | Tx = db,
): Promise<OwnBroadcast> {
  const row = await selectBroadcasts(viewer, selectOwnItems(viewer.id, from))
    .where('content.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new ApiError('content_not_found')
  return presentOwnBroadcast(viewer, row)
}

function selectBroadcasts(viewer: Viewer, items: ContentQuery) {
  return selectContentCards(viewer, items)
    .innerJoin('broadcasts', 'broadcasts.content_id', 'content.id')
    .select(['broadcasts.state', 'broadcasts.started_at', 'broadcasts.ended_at', 'broadcasts.source'])
    .select(['broadcasts.delay_seconds', 'broadcasts.next_chunk', 'broadcasts.end_reason'])
    .select([
      'broadcasts.end_detail',
      'broadcasts.media_deleted_at',
      'broadcasts.cut_at',
      'broadcasts.viewers',
    ])
    .select(
      sql<number | null>`extract(epoch from
        coalesce(broadcasts.ended_at, clock_timestamp()) - broadcasts.started_at)::int`.as('on_air_seconds'),
    )
}

type BroadcastRow = Awaited<ReturnType<ReturnType<typeof selectBroadcasts>['executeTakeFirstOrThrow']>>

function presentBroadcast(viewer: Viewer, row: BroadcastRow): Broadcast {
  const { id, title, creator } = presentContent(viewer, row)
  // Without a playlist, players close and discard buffered parts that were cut off.
  const isPlayable = row.started_at !== null && row.media_deleted_at === null && row.cut_at === null
  return {
    id,
    title,
    creator,
    state: row.state,
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    playlist_url: isPlayable ? `/media/${row.playback_id}/live/master.m3u8` : null,
    viewers: row.state === 'on_air' ? presentViewerCount(viewer, row) : null,
  }
}

function presentViewerCount(viewer: Viewer, { user_id, viewers }: BroadcastRow): number | null {
  return isOwnerOrStaff(viewer, user_id) ? viewers : roundViewerCount(viewers)
}

function presentOwnBroadcast(viewer: Member, row: BroadcastRow): OwnBroadcast {
  const { source, on_air_seconds, delay_seconds, next_chunk, end_reason, end_detail } = row
  const common = presentBroadcast(viewer, row)
  return { ...common, source, on_air_seconds, delay_seconds, next_chunk, end_reason, end_detail }
}
