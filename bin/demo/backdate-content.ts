import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import type { DemoDataRecord } from './demo-data-record.ts'

/**
 * Sets creation dates, so that a demo site that was filled within five minutes looks as if it had been used
 * for two weeks. Writes to the database directly, because the API offers no way to set these dates. Changes
 * only the rows that the demo data record lists.
 */
export async function backdateContent(db: Db, demoDataRecord: DemoDataRecord): Promise<void> {
  const ids = demoDataRecord.all('clip:').map(([, id]) => id)
  const people = demoDataRecord.all('account:').map(([, id]) => id)
  await db.transaction().execute(async (tx) => {
    await sql`update users set created_at = now() - interval '16 days' where id = any(${people}::uuid[])`.execute(
      tx,
    )
    for (const [n, id] of interleave(ids).entries()) {
      // Spreads the dates over the last two weeks, except the last hour. Recent dates are more common than
      // old dates.
      const hours = 1 + 335 * ((n + 0.5) / ids.length) ** 1.6
      await sql`update content set created_at = now() - make_interval(secs => ${hours * 3600}) where id = ${id}`.execute(
        tx,
      )
      await sql`update chart_points set created_at = content.created_at from content
        where content.id = content_id and content_id = ${id}`.execute(tx)
      for (const table of ['likes', 'comments'])
        await sql`update ${sql.table(table)} as said set created_at = content.created_at
          + (now() - content.created_at) * (0.03 + 0.9 * power(abs(hashtext(said.user_id::text || ${id})) / 2147483648.0, 1.7))
          from content where content.id = said.content_id and said.content_id = ${id}
          and said.user_id = any(${people}::uuid[])`.execute(tx)
      await sql`update comments as reply set created_at = least(now(),
          thread.created_at + interval '1 minute' * (5 + abs(hashtext(reply.id::text)) % 600))
        from comments as thread where thread.id = reply.parent_id and reply.content_id = ${id}
          and reply.user_id = any(${people}::uuid[])`.execute(tx)
    }
  })
}

/**
 * Reorders the clips to mix their content types, because the clips of each type were uploaded together. Takes
 * clips 0, 3, 6 and so on, then clips 1, 4, 7 and so on, and then clips 2, 5, 8 and so on.
 */
function interleave(ids: string[]): string[] {
  return [0, 1, 2].flatMap((start) => ids.filter((_, n) => n % 3 === start))
}
