import { type RawBuilder, sql } from 'kysely'
import { type Db, db, type Tx } from '../platform/db/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { mayLeave } from './outside.ts'
import { findable, inCaseOf, listed, openable, ownedBy, watchable } from './visible.ts'

/*
 * The doors to content: nothing else reads it (tests/structure.test.ts), so that no list and no side route forgets the
 * policy. Each begins a query on `content` with its `creator` beside it; whoever goes through one narrows it down.
 */

type From = Db | Tx

/** What the viewer may play. */
export function watchableItems(viewer: Viewer, from: From = db) {
  return items(from).where(watchable(viewer))
}

/** As `watchableItems`, and one's own that was taken down: to say so, not to play it. */
export function openableItems(viewer: Viewer, from: From = db) {
  return items(from).where(openable(viewer))
}

/** What lists, search, charts and related may show the viewer. */
export function listedItems(viewer: Viewer, from: From = db) {
  return items(from).where(listed(viewer))
}

/** One's own, in every state but deleted. */
export function ownItems(userId: string | null, from: From = db) {
  return items(from).where(ownedBy(userId))
}

/** What search engines and other sites may have. */
export function leavingItems(from: From = db) {
  return items(from).where(mayLeave())
}

/** What staff look at in the case they have claimed. Each look is logged by whoever opens this door. */
export function itemsInCaseOf(viewer: Viewer, from: From = db) {
  return items(from).where(inCaseOf(viewer))
}

/** All there are, for the machine's own work: processing, counting, telling, erasing, deciding. Nothing of it is answered to a viewer. */
export function itemsAtWork(from: From = db) {
  return from.selectFrom('content')
}

/** `listedItems` in a statement that is written out: `from ${amongListed(viewer)} where …`. */
export function amongListed(viewer: Viewer): RawBuilder<unknown> {
  return sql`content join profiles creator on creator.user_id = content.user_id and ${listed(viewer)}`
}

/**
 * As `amongListed`, of the newest `most` alone that fit `condition`, in two parts of a statement: `with newest as materialized
 * (${newest}) … from ${seen}`. They are picked before the viewer is asked about: so the database takes them in order from an
 * index, or by what was looked for, and whatever the policy adds is asked of those few.
 */
export function amongNewest(viewer: Viewer, condition: RawBuilder<boolean>, most: number) {
  return {
    newest: sql`select * from content where ${findable} and ${condition}
      order by content.created_at desc, content.id desc limit ${most}`,
    seen: sql`newest content join profiles creator on creator.user_id = content.user_id and ${listed(viewer)}`,
  }
}

/** When the oldest of the newest `most` came that anybody may find. */
export function sinceNewest(most: number): RawBuilder<Date> {
  return sql<Date>`coalesce((select content.created_at from content where ${findable}
    order by content.created_at desc, content.id desc offset ${most} limit 1), '-infinity')`
}

/** Every `n`th that anybody may find, oldest first: its place alone, told by an index. */
export function everyNth(n: number, place: RawBuilder<string>): RawBuilder<{ place: string }> {
  return sql<{
    place: string
  }>`select ${place} as place from (select created_at, id, row_number() over (order by created_at, id) as nth
    from content where ${findable}) content where nth % ${sql.lit(n)} = 0 order by nth`
}

export type Items = ReturnType<typeof items>

function items(from: From) {
  return from.selectFrom('content').leftJoin('profiles as creator', 'creator.user_id', 'content.user_id')
}
