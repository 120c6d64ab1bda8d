import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { DemoDataRecord } from './demo-data-record.ts'

/**
 * Moves creation dates into the past. The demo is created within five minutes, but the site then looks as if
 * people had used it for two weeks. Writes to the database directly, because the API offers no way to set
 * these dates. Changes only the rows that the demo data record lists.
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
          + (now() - content.created_at) * (0.03 + 0.9 * power(abs(hashtext(coalesce(said.user_id::text, '') || ${id})) / 2147483648.0, 1.7))
          from content where content.id = said.content_id and said.content_id = ${id}
          and coalesce(said.user_id = any(${people}::uuid[]), true)`.execute(tx)
      // Replies keep their order, because the dates are assigned in the order of the ids.
      await sql`update comments as reply set created_at = least(now(), thread.created_at
          + make_interval(mins => nth::int * (5 + abs(hashtext(thread.id::text)) % 90)))
        from comments as thread, (select id, row_number() over (partition by parent_id order by id) as nth
          from comments where parent_id is not null and content_id = ${id}) as numbered
        where thread.id = reply.parent_id and numbered.id = reply.id
          and reply.user_id = any(${people}::uuid[])`.execute(tx)
      await sql`update comments set edited_at = created_at + interval '2 minutes'
        where content_id = ${id} and edited_at is not null`.execute(tx)
      await sql`update comment_ranks set created_at = comments.created_at from comments
        where comments.id = comment_id and comments.content_id = ${id}`.execute(tx)
    }
    await backdateFollows(tx, people)
    await backdateNotifications(tx, people)
  })
}

/** Spreads the follows, and the numbers of new followers in the analytics, over the last two weeks. */
async function backdateFollows(tx: Tx, people: string[]): Promise<void> {
  await sql`update follows set created_at = now() - make_interval(hours => ago),
      approved_at = approved_at - make_interval(hours => ago)
    from (select follower_id, followed_id, 2 + abs(hashtext(follower_id::text || followed_id::text)) % 300 as ago from follows) moved
    where moved.follower_id = follows.follower_id and moved.followed_id = follows.followed_id
      and follows.follower_id = any(${people}::uuid[])`.execute(tx)
  await sql`update daily_follower_changes set day = day - (1 + abs(hashtext(ctid::text)) % 12)
    where user_id = any(${people}::uuid[])`.execute(tx)
}

/**
 * Spreads each person's notifications over the last two days without changing their order, and marks the
 * older half as read.
 */
async function backdateNotifications(tx: Tx, people: string[]): Promise<void> {
  await sql`update notifications set created_at = now() - interval '2 days' * power(age, 1.5),
      read_at = case when age > 0.5 then now() - interval '2 hours' end
    from (select id, percent_rank() over (partition by user_id order by created_at desc, id desc) as age
      from notifications where user_id = any(${people}::uuid[])) ranked
    where ranked.id = notifications.id`.execute(tx)
}

/**
 * Reorders the clips to mix their content types, because the clips of each type were uploaded together. Takes
 * clips 2, 5, 8 and so on, then clips 1, 4, 7 and so on, and then clips 0, 3, 6 and so on. The first clip
 * gets an old date, because it also gets views from several days.
 */
function interleave(ids: string[]): string[] {
  return [2, 1, 0].flatMap((start) => ids.filter((_, n) => n % 3 === start))
}
