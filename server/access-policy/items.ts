import { type RawBuilder, sql } from 'kysely'
import { type Db, db, type Tx } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { isItemIndexable } from './indexing.ts'
import {
  isDiscoverable,
  isInClaimedCase,
  isListed,
  isOpenable,
  isOwnedBy,
  isWatchable,
} from './visible-content.ts'

/*
 * The doors to content: nothing else reads it (tests/structure.test.ts), so that no list and no side route forgets the
 * policy. Each begins a query on `content` with its `creator` beside it; whoever goes through one narrows it down.
 */

type DbOrTx = Db | Tx

/** What the viewer may play. */
export function selectWatchableItems(viewer: Viewer, from: DbOrTx = db) {
  return selectItemsWithCreator(from).where(isWatchable(viewer))
}

/** As `selectWatchableItems`, and one's own that was taken down: to say so, not to play it. */
export function selectOpenableItems(viewer: Viewer, from: DbOrTx = db) {
  return selectItemsWithCreator(from).where(isOpenable(viewer))
}

/** What lists, search, charts and related may show the viewer. */
export function selectListedItems(viewer: Viewer, from: DbOrTx = db) {
  return selectItemsWithCreator(from).where(isListed(viewer))
}

/** One's own, in every state but deleted. */
export function selectOwnItems(userId: string | null, from: DbOrTx = db) {
  return selectItemsWithCreator(from).where(isOwnedBy(userId))
}

/** What search engines and other sites may have. */
export function selectIndexableItems(from: DbOrTx = db) {
  return selectItemsWithCreator(from).where(isItemIndexable())
}

/** What staff look at in the case they have claimed. Each look is logged by whoever opens this door. */
export function selectItemsInCase(viewer: Viewer, from: DbOrTx = db) {
  return selectItemsWithCreator(from).where(isInClaimedCase(viewer))
}

/** All there are, for the machine's own work: processing, counting, telling, erasing, deciding. Nothing of it is answered to a viewer. */
export function selectItemsUnchecked(from: DbOrTx = db) {
  return from.selectFrom('content')
}

/** `selectListedItems` in a statement that is written out: `from ${listedItemsSource(viewer)} where …`. */
export function listedItemsSource(viewer: Viewer): RawBuilder<unknown> {
  return sql`content join profiles creator on creator.user_id = content.user_id and ${isListed(viewer)}`
}

/**
 * As `listedItemsSource`, of the newest `most` alone that fit `condition`, in two parts of a statement: `with newest as materialized
 * (${newest}) … from ${seen}`. They are picked before the viewer is asked about: so the database takes them in order from an
 * index, or by what was looked for, and whatever the policy adds is asked of those few.
 */
export function newestListedItems(viewer: Viewer, condition: RawBuilder<boolean>, most: number) {
  return {
    newest: sql`select * from content where ${isDiscoverable} and ${condition}
      order by content.created_at desc, content.id desc limit ${most}`,
    seen: sql`newest content join profiles creator on creator.user_id = content.user_id and ${isListed(viewer)}`,
  }
}

/** When the oldest of the newest `most` came that anybody may find. */
export function newestItemsCutoff(most: number): RawBuilder<Date> {
  return sql<Date>`coalesce((select content.created_at from content where ${isDiscoverable}
    order by content.created_at desc, content.id desc offset ${most} limit 1), '-infinity')`
}

/** Every `n`th that anybody may find, oldest first: its place alone, told by an index. */
export function everyNthDiscoverableItem(
  n: number,
  place: RawBuilder<string>,
): RawBuilder<{ place: string }> {
  return sql<{
    place: string
  }>`select ${place} as place from (select created_at, id, row_number() over (order by created_at, id) as nth
    from content where ${isDiscoverable}) content where nth % ${sql.lit(n)} = 0 order by nth`
}

export type ItemsQuery = ReturnType<typeof selectItemsWithCreator>

function selectItemsWithCreator(from: DbOrTx) {
  return from.selectFrom('content').leftJoin('profiles as creator', 'creator.user_id', 'content.user_id')
}
