import { type RawBuilder, sql } from 'kysely'
import { isCreatorMinor } from '#server/content/creators.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { newestListedItemsSql } from '#server/access-policy/content-queries.ts'

interface NewestMatchQuery {
  /** The SQL condition that items must satisfy. Uses the `content` table. */
  condition: RawBuilder<boolean>
  /** The maximum number of items to return. */
  most: number
  /**
   * The columns to select from `content` and from its creator. Two columns of the creator are available:
   * `username` and `by` (the display name, which can be empty). The columns are evaluated only for the items
   * that are returned.
   */
  columns: RawBuilder<unknown>
}

/**
 * Returns the newest matching items that the viewer can find, newest first. The number of items is limited
 * (`most`), so the cost of ranking them does not depend on the size of the site.
 */
export async function findNewestMatches<Row>(
  tx: Tx,
  viewer: Viewer,
  query: NewestMatchQuery,
): Promise<(Row & { id: string })[]> {
  // Most viewers can find nine out of ten of the discoverable items. If the viewer can find too few of the
  // items that were read, more items are read.
  for (let pick = Math.ceil(1.25 * query.most); ; pick *= 8) {
    const rows = await selectMatches<Row>(tx, viewer, query, pick)
    const found = rows.filter(({ id }) => id !== null)
    if (found.length === query.most || rows[0]!.picked < pick) return found
  }
}

async function selectMatches<Row>(
  tx: Tx,
  viewer: Viewer,
  { condition, most, columns }: NewestMatchQuery,
  pick: number,
) {
  const sources = newestListedItemsSql(viewer, condition, pick)
  const { rows } = await sql<Row & { id: string; picked: number }>`
    with newest as materialized (${sources.newest}),
    seen as materialized (
      select content.*, creator.display_name as by, creator.username, ${isCreatorMinor} as by_minor from ${sources.seen}
      order by content.created_at desc, content.id desc limit ${most}
    )
    select picked, content.id, ${columns} from (select count(*)::int as picked from newest) counted
      left join seen content on true
    order by content.created_at desc, content.id desc`.execute(tx)
  return rows
}
