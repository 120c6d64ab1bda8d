import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../platform/http/viewer.ts'
import { listedItemsSource } from '#server/access-policy/items.ts'

interface NewestGroups {
  /** Called `one`. */
  each: RawBuilder<unknown>
  /** What is of it: speaks of `content` and `one`. An index has these in order of time. */
  fits: RawBuilder<boolean>
  /** Written out, as `pageFetchLimit` says. */
  limit: RawBuilder<number>
}

/**
 * The item is among the newest that several places have together (creators, genres) and that the viewer may find. Each place gives its
 * newest, from an index: what there is beyond them is never read. As one condition (`user_id in (…)`) the database would read all that
 * is there, or all that is newer than what is wanted.
 */
export function isAmongNewest(viewer: Viewer, { each, fits, limit }: NewestGroups): RawBuilder<boolean> {
  return sql<boolean>`content.id = any(array(
    select newest.id from ${each} cross join lateral (
      select content.id, content.created_at from ${listedItemsSource(viewer)} where ${fits}
      order by content.created_at desc, content.id desc limit ${limit}
    ) newest order by newest.created_at desc, newest.id desc limit ${limit}))`
}
