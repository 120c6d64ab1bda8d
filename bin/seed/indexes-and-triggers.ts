import { CompiledQuery, sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'

/**
 * The large tables of a seeded site, whose indexes are dropped while rows are inserted. Primary keys and
 * unique constraints are kept: rows are inserted in key order, so updating the indexes of these keys is fast.
 */
const largeTables = [
  'private_details',
  'profiles',
  'content',
  'content_tags',
  'streams',
  'likes',
  'comments',
  'daily_view_counts',
  'follows',
  'notifications',
  'notification_causes',
  'chart_points',
  'search_vocabulary',
  'playlists',
  'playlist_items',
  'watch_history',
  'daily_video_analytics',
  'daily_view_sources',
]

interface DeferredIndex {
  what: string
  drop: string
  make: string
}

/**
 * The row triggers that are disabled while rows are inserted. For some of these triggers, `derived-tables.ts`
 * computes the results for all rows at once. The triggers on `follows` are disabled because seeded follows
 * must not count as new followers. The trigger that writes the search words of an item stays enabled.
 */
const triggers = [
  ['content', 'content_vocabulary'],
  ['likes', 'likes_points_more'],
  ['likes', 'likes_points_less'],
  ['comments', 'comments_points_more'],
  ['comments', 'comments_points_less'],
  ['follows', 'follower_gained'],
  ['follows', 'follower_lost'],
  ['playlists', 'playlists_pages_insert'],
] as const

/**
 * Drops the indexes and foreign keys of the large tables and disables the triggers while `fill` inserts rows.
 * When `fill` is done, recreates the indexes and foreign keys and enables the triggers. Building an index
 * from all rows is several times faster than adding the rows to the index one by one. A foreign key that is
 * created at the end is checked for all rows in one pass. Runs in one transaction, so an interruption leaves
 * the database unchanged.
 */
export async function withDeferredIndexes(
  tx: Tx,
  reportProgress: (words: string) => void,
  fill: () => Promise<void>,
): Promise<void> {
  const { rows } = await sql<DeferredIndex>`
    select format('%s on %s', conname, conrelid::regclass) as what,
      format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where contype = 'f' and conrelid = any(${largeTables}::regclass[])
    union all
    select format('%s', indexrelid::regclass), format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index where indrelid = any(${largeTables}::regclass[])
      and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`.execute(
    tx,
  )
  for (const { drop } of rows) await tx.executeQuery(CompiledQuery.raw(drop))
  await setTriggersEnabled(tx, 'disable')
  await fill()
  await setTriggersEnabled(tx, 'enable')
  for (const { what, make } of rows.toReversed()) {
    reportProgress(`Creating ${what}`)
    await tx.executeQuery(CompiledQuery.raw(make))
  }
}

export async function setTriggersEnabled(tx: Tx, how: 'enable' | 'disable'): Promise<void> {
  for (const [table, name] of triggers)
    await sql`alter table ${sql.table(table)} ${how === 'enable' ? sql`enable` : sql`disable`} trigger ${sql.id(name)}`.execute(
      tx,
    )
}
