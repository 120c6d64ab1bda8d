import { type RawBuilder, sql } from 'kysely'
import { type Db, db, type Tx } from '#server/platform/db/db.ts'
import type { Member, Viewer } from '#server/platform/http/viewer.ts'
import { isItemIndexable } from './search-indexing.ts'
import {
  areCommentsReadable,
  isDiscoverable,
  isInClaimedCase,
  isListed,
  isListedBroadcast,
  isListedScheduledBroadcast,
  isContentPageAccessible,
  isOwnedBy,
  isWatchable,
} from './visible-content.ts'

/*
 * All queries on `content` start here (enforced by tests/architecture.test.ts), so that no list and no
 * endpoint bypasses the access policy. Each function starts a query on `content` joined with its `creator`,
 * and callers add their own conditions.
 */

type DbOrTx = Db | Tx

export function selectWatchableItems(viewer: Viewer, from: DbOrTx = db) {
  return selectItemsWithCreator(from).where(isWatchable(viewer))
}

/**
 * Selects the wanted items that their viewers may play. Each row also contains the position of the pair in `wanted`
 * (`wanted.nth`, from 1). One query for many viewers is used for media, which viewers request every few seconds.
 */
export function selectWatchableItemsForMembers(
  wanted: readonly { viewer: Pick<Member, 'id' | 'canSeeRated16'>; playbackId: string }[],
) {
  const pairs = sql<{ nth: number; playback_id: string }>`(select * from unnest(
    ${wanted.map(({ viewer }) => viewer.id)}::uuid[], ${wanted.map(({ viewer }) => viewer.canSeeRated16)}::boolean[],
    ${wanted.map(({ playbackId }) => playbackId)}::text[]) with ordinality pair (viewer_id, can_see_16, playback_id, nth))`
  return selectItemsWithCreator(db)
    .innerJoin(pairs.as('wanted'), 'wanted.playback_id', 'content.playback_id')
    .select('wanted.nth')
    .where(isWatchable({ kind: 'members', id: sql`wanted.viewer_id`, canSeeRated16: sql`wanted.can_see_16` }))
}

/**
 * Selects the watchable items whose comments the viewer may see. If the creator has turned comments off, only
 * the creator may see the existing comments.
 */
export function selectItemsWithReadableComments(viewer: Viewer, from: DbOrTx = db) {
  return selectWatchableItems(viewer, from).where(areCommentsReadable(viewer))
}

/**
 * Selects the items that the viewer may play, and the viewer's own items that were taken down. The viewer can
 * see the status of an item that was taken down but cannot play it.
 */
export function selectItemsWithViewablePage(viewer: Viewer, from: DbOrTx = db) {
  return selectItemsWithCreator(from).where(isContentPageAccessible(viewer))
}

/** Selects items that may appear in the viewer's lists, search results, charts and recommendations. */
export function selectListedItems(viewer: Viewer, from: DbOrTx = db) {
  return selectItemsWithCreator(from).where(isListed(viewer))
}

/** Selects the current broadcasts that the viewer can find. */
export function selectListedBroadcasts(viewer: Viewer, from: DbOrTx = db) {
  return selectItemsWithCreator(from).where(isListedBroadcast(viewer))
}

/** Selects the scheduled broadcasts that the viewer may find. */
export function selectListedScheduledBroadcasts(viewer: Viewer, from: DbOrTx = db) {
  return selectItemsWithCreator(from).where(isListedScheduledBroadcast(viewer))
}

/** Selects the user's own items in every state except deleted. */
export function selectOwnItems(userId: string | null, from: DbOrTx = db) {
  return selectItemsWithCreator(from).where(isOwnedBy(userId))
}

/** Selects items that search engines and other sites may show. */
export function selectIndexableItems(from: DbOrTx = db) {
  return selectItemsWithCreator(from).where(isItemIndexable())
}

/**
 * Selects items that a staff member may review in a moderation case that the staff member has claimed. The
 * caller must log each access by staff.
 */
export function selectItemsInClaimedCase(viewer: Viewer, from: DbOrTx = db) {
  return selectItemsWithCreator(from).where(isInClaimedCase(viewer))
}

/**
 * Selects the items that staff can list in the admin console. Callers must not show the title or the media of items
 * that the viewer cannot watch (`isWatchable`), because staff see these only in a moderation case. Only admins can
 * list quarantined items.
 */
export function selectItemsForConsole({ role }: Pick<Member, 'role'>, from: DbOrTx = db) {
  return selectItemsWithCreator(from)
    .where('content.deleted_at', 'is', null)
    .$if(role !== 'admin', (items) => items.where('content.moderation', '<>', 'quarantined'))
}

/**
 * Selects all items, for internal work such as processing, counting, reviewing and erasing items or notifying
 * people. Never send the results of this query to a viewer.
 */
export function selectItemsWithoutAccessCheck(from: DbOrTx = db) {
  return from.selectFrom('content')
}

/**
 * Returns the same table join as `selectListedItems`, for use in raw SQL: `from ${listedItemsSql(viewer)}
 * where …`.
 */
export function listedItemsSql(viewer: Viewer): RawBuilder<unknown> {
  return sql`content join profiles creator on creator.user_id = content.user_id and ${isListed(viewer)}`
}

/** Like `listedItemsSql`, but also contains the current broadcasts that the viewer can find. */
export function announcedItemsSql(viewer: Viewer): RawBuilder<unknown> {
  return sql`content join profiles creator on creator.user_id = content.user_id
    and (${isListed(viewer)} or ${isListedBroadcast(viewer)})`
}

/**
 * Returns two parts of an SQL statement that reads the newest `most` listed items that meet `condition`:
 * `with newest as materialized (${newest}) … from ${seen}`. PostgreSQL applies the limit first: it reads
 * items in index order, stops after `most` items, and checks only for these items whether the viewer has
 * access.
 */
export function newestListedItemsSql(viewer: Viewer, condition: RawBuilder<boolean>, limit: number) {
  return {
    newest: sql`select * from content where ${isDiscoverable} and ${condition}
      order by content.created_at desc, content.id desc limit ${limit}`,
    seen: sql`newest content join profiles creator on creator.user_id = content.user_id and ${isListed(viewer)}`,
  }
}

/**
 * Skips the newest `limit` discoverable items and returns the creation time of the next one. Only the skipped
 * items were created after the returned time. Returns `-infinity` if there are no more than `limit` items.
 */
export function newestItemsCutoffSql(limit: number): RawBuilder<Date> {
  return sql<Date>`coalesce((select content.created_at from content where ${isDiscoverable}
    order by content.created_at desc, content.id desc offset ${limit} limit 1), '-infinity')`
}

/**
 * Selects every `n`th discoverable item, oldest first. PostgreSQL reads only an index for this query, not the
 * table.
 */
export function everyNthDiscoverableItemSql(
  n: number,
  place: RawBuilder<string>,
): RawBuilder<{ place: string }> {
  return sql<{
    place: string
  }>`select ${place} as place from (select created_at, id, row_number() over (order by created_at, id) as nth
    from content where ${isDiscoverable}) content where nth % ${sql.lit(n)} = 0 order by nth`
}

export type ContentQuery = ReturnType<typeof selectItemsWithCreator>

function selectItemsWithCreator(from: DbOrTx) {
  return from.selectFrom('content').leftJoin('profiles as creator', 'creator.user_id', 'content.user_id')
}
