import { sql } from 'kysely'
import type { listTaggedContent } from '#contract/content/tags.ts'
import type { ParsedInputOf, ResponseOf } from '#contract/endpoint.ts'
import { selectListedItems } from '#server/access-policy/content-queries.ts'
import { presentContent, selectContentCards } from '#server/content/content-cards.ts'
import { createKeyset, paginateRows, toFetchLimitSql } from '#server/platform/db/keyset-pagination.ts'
import type { Viewer } from '../platform/http/viewer.ts'

/** `content_tags` has the same creation times as `content`, so both tables use the same cursors. */
const { before: isBeforeTagCursor } = createKeyset('content_tags', 'content_id')

/**
 * Lists the videos with a tag, newest first. The response does not reveal whether a tag has videos that the
 * viewer may not see.
 */
export async function loadTaggedContent(
  viewer: Viewer,
  tag: string,
  { cursor, limit }: ParsedInputOf<typeof listTaggedContent>['query'],
): Promise<ResponseOf<typeof listTaggedContent>> {
  const rows = await selectContentCards(viewer, selectListedItems(viewer))
    .innerJoin('content_tags', 'content_tags.content_id', 'content.id')
    // The subquery makes PostgreSQL reuse the plan. Without the subquery, PostgreSQL would plan the query for
    // a common tag again on every request, which takes longer than running the query and always gives the
    // same plan.
    .where('content_tags.tag', '=', sql<string>`(select ${tag}::text)`)
    .where(isBeforeTagCursor(cursor))
    .orderBy('content_tags.created_at', 'desc')
    .orderBy('content_tags.content_id', 'desc')
    .limit(toFetchLimitSql(limit))
    .execute()
  const page = paginateRows(rows, limit)
  return { tag, ...page, items: page.items.map((row) => presentContent(viewer, row)) }
}
