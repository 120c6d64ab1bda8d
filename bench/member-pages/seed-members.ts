import { sql } from 'kysely'
import { selectListedItems } from '#server/access-policy/content-queries.ts'
import { db } from '#server/platform/db/db.ts'
import { anonymousViewer } from '#server/platform/http/viewer.ts'
import type { TestApp } from '#tests/support/app/test-app.ts'
import { insertUsers } from '#tests/support/fixtures/bulk-users.ts'

/**
 * Creates signed-in members who follow people, like videos and have watched some. The first half has three unread
 * notifications each. Returns the value of each member's `cookie` header, and the ids of listed items.
 */
export async function seedMembers(
  testApp: TestApp,
  count: number,
): Promise<{ cookies: string[]; items: string[] }> {
  const people = await insertUsers(testApp, 'bench_member', count)
  const ids = people.map(({ id }) => id)
  const listed = await selectListedItems(anonymousViewer)
    .select('content.id')
    .orderBy('content.id')
    .limit(40)
    .execute()
  const items = listed.map(({ id }) => id)
  await sql`insert into follows (follower_id, followed_id, state, approved_at)
    select distinct member, content.user_id, 'approved', now()
    from unnest(${ids}::uuid[]) with ordinality people (member, nth) cross join lateral (
      select user_id from content where id = any(${items}) order by md5(id::text || nth) limit 5) content`.execute(
    db,
  )
  await sql`insert into watch_history_settings (user_id, state) select unnest(${ids}::uuid[]), 'on'`.execute(
    db,
  )
  await sql`insert into watch_history (user_id, content_id, seconds, watched_at)
    select member, id, 30, now() - make_interval(hours => nth::int) from unnest(${ids}::uuid[]) with ordinality people (member, nth)
      cross join lateral (select id from content where id = any(${items}) order by md5(id::text || nth) limit 10) content`.execute(
    db,
  )
  const half = Math.floor(count / 2)
  for (let nth = 0; nth < 3; nth += 1)
    await sql`with made as (
        insert into notifications (user_id, kind, content_id, person_id) select member, ${['new_follower', 'new_video', 'new_video'][nth]},
          ${nth === 0 ? null : items[nth]!}::uuid, ${nth === 0 ? null : ids[half]!}::uuid from unnest(${ids.slice(0, half)}::uuid[]) member
        returning id, user_id, kind, content_id)
      insert into notification_causes (user_id, kind, subject_id, actor_id, notification_id)
      select user_id, kind, coalesce(content_id, ${ids[half]!}), coalesce((select content.user_id from content where content.id = content_id), ${ids[half]!}), id from made`.execute(
      db,
    )
  await sql`insert into follows (follower_id, followed_id, state, approved_at)
    select ${ids[half]!}, unnest(${ids.slice(0, half)}::uuid[]), 'approved', now()`.execute(db)
  return {
    cookies: people.map(({ cookies }) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')),
    items,
  }
}
