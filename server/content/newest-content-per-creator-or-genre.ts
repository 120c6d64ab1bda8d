import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../platform/http/viewer.ts'
import { listedItemsSql } from '#server/access-policy/content-queries.ts'

interface NewestGroups {
  /** The table or subquery, with the SQL alias `one`, that returns the groups (creators or genres). */
  groups: RawBuilder<unknown>
  /**
   * The condition that joins `content` to `one`. The query relies on an index that returns the matching items
   * in order of their creation time.
   */
  condition: RawBuilder<boolean>
  /** The number of items to read per group, as an SQL literal (see `toFetchLimitSql`). */
  limit: RawBuilder<number>
  /**
   * The number of items to read from the current group (the SQL alias `one`), for queries in which some
   * groups need fewer items than `limit`.
   */
  limitOfGroup?: RawBuilder<number>
}

/**
 * Matches the newest items that the viewer can find in several groups (creators or genres). For each group,
 * the query reads only the newest items, and reads them from an index. With a single condition such as
 * `user_id in (…)`, the database would read either all items of the groups or all items that are newer than
 * the oldest item on the page.
 */
export function isAmongNewestPerCreatorOrGenre(
  viewer: Viewer,
  { groups, condition, limit, limitOfGroup = limit }: NewestGroups,
): RawBuilder<boolean> {
  return sql<boolean>`content.id = any(array(
    select newest.id from ${groups} cross join lateral (
      select content.id, content.created_at from ${listedItemsSql(viewer)} where ${condition}
      order by content.created_at desc, content.id desc limit ${limitOfGroup}
    ) newest order by newest.created_at desc, newest.id desc limit ${limit}))`
}
