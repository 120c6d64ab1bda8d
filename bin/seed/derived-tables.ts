import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'

/**
 * Computes the search vocabulary, and the points that rank items in charts. Triggers normally update both row
 * by row.
 */
export async function computeDerivedTables(tx: Tx): Promise<void> {
  await rebuildSearchVocabulary(tx)
  await sql`insert into chart_points (content_id, points, created_at)
    select content.id, given.points, content.created_at from content join (
      select item, sum(voices.points) as points from (
        select item, count(*) as points from planned_likes group by item
        union all
        select item, 2 * count(distinct person) from planned_comments join seeded_items on seeded_items.nth = item
        where is_approved and person <> owner group by item
      ) voices group by item
    ) given on content.id = pg_temp.id(item, 'item')
    order by content.id`.execute(tx)
}

/** Rebuilds the search vocabulary from all existing items. */
export async function rebuildSearchVocabulary(tx: Tx): Promise<void> {
  await sql`delete from search_vocabulary`.execute(tx)
  await sql`insert into search_vocabulary (word, items)
    select word, count(*) from content, unnest(vocabulary_of(search_words)) word
    where deleted_at is null and visibility <> 'only_me' and moderation = 'approved' and stream_status = 'ready'
    group by word order by word`.execute(tx)
}
