import { sql } from 'kysely'
import { db, transaction } from '#server/platform/db/db.ts'
import { setTriggersEnabled } from './indexes-and-triggers.ts'
import { seededUserEmailDomain } from './users.ts'
import { rebuildSearchVocabulary } from './derived-tables.ts'

/** Reports each step to the operator. */
export type SeedProgressCallback = (words: string) => void

const people = sql`(select id from users where email like ${sql.lit(`%${seededUserEmailDomain}`)})`
const items = sql`(select id from content where user_id in ${people})`

/**
 * The tables whose seeded rows are deleted first, with one statement per table. Deleting the
 * seeded users also deletes their rows in all other tables, through cascading foreign keys.
 */
const dependentTables = [
  ['notification_causes', sql`user_id in ${people} or actor_id in ${people}`],
  ['notifications', sql`user_id in ${people} or person_id in ${people}`],
  ['likes', sql`user_id in ${people} or content_id in ${items}`],
  ['comments', sql`user_id in ${people} or content_id in ${items}`],
  ['daily_view_counts', sql`content_id in ${items}`],
  ['follows', sql`follower_id in ${people} or followed_id in ${people}`],
  ['streams', sql`content_id in ${items}`],
  ['reports', sql`case_id in (select id from cases where user_id in ${people})`],
  ['cases', sql`user_id in ${people}`],
  ['content', sql`user_id in ${people}`],
  ['users', sql`id in ${people}`],
] as const

/**
 * Deletes everything that was seeded, in one transaction. Keeps members who have joined since the site was
 * seeded, and their content.
 */
export async function removeSeedData(reportProgress: SeedProgressCallback): Promise<void> {
  await transaction(async (tx) => {
    // Disables the triggers, because they only update rows that are deleted together with the items.
    await setTriggersEnabled(tx, 'disable')
    for (const [table, seeded] of dependentTables) {
      reportProgress(`Deleting from ${table}`)
      await sql`delete from ${sql.table(table)} where ${seeded}`.execute(tx)
    }
    await setTriggersEnabled(tx, 'enable')
    await rebuildSearchVocabulary(tx)
    await sql`drop table seed`.execute(tx)
  })
  await sql`vacuum analyze`.execute(db)
}
