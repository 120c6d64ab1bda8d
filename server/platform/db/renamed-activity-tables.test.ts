/*
 * While a site is updated, processes of the previous release use the migrated database. The statements of
 * these processes use the old table names, which are now views (decisions/052).
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import test, { after, before } from 'node:test'
import { openSqlSession, type SqlSession } from '#tests/support/postgres/sql-session.ts'

let session: SqlSession
let ada: string

before(async () => {
  session = await openSqlSession()
  ada = await session.addUser('ada@example.com')
})
after(() => session.close())

test('the previous release can still store follow requests through the database view `follow_asks`', async () => {
  const bob = await session.addUser('bob@example.com')
  const ask = () =>
    session.run(
      `insert into follow_asks (follower_id, followed_id, asked_at) values ($1, $2, now())
       on conflict (follower_id, followed_id) do nothing returning asked_at`,
      ada,
      bob,
    )
  assert.equal((await ask()).length, 1)
  assert.equal((await ask()).length, 0)
  await session.run(
    `insert into follow_asks (follower_id, followed_id, refused_at) values ($1, $2, now())
     on conflict (follower_id, followed_id) do update set refused_at = excluded.refused_at`,
    ada,
    bob,
  )
  await session.run(`update follow_asks set asked_at = now() - interval '2 days',
    refused_at = case when refused_at > now() + interval '1 day' then refused_at end`)
  const kept = 'select requested_at < now(), refused_at from follow_request_history'
  assert.deepEqual(await session.run(kept), [[true, null]])
  await session.run(
    `delete from follow_asks where asked_at < now() and (refused_at is null or refused_at < now())`,
  )
  assert.deepEqual(await session.run(kept), [])
})

test('the previous release can still enforce first-day limits through the database view `first_days`', async () => {
  const count = () =>
    session.run(
      `insert into first_days (user_id, comments) values ($1, 1)
       on conflict (user_id) do update set comments = first_days.comments + 1
       where first_days.comments < 2 returning user_id`,
      ada,
    )
  await count()
  await count()
  assert.deepEqual(await count(), [], 'the limit is reached')
  assert.deepEqual(await session.run('select uploads, comments, follows from first_day_usage'), [[0, 2, 0]])
  await session.run('delete from first_days using users where users.id = first_days.user_id')
  assert.deepEqual(await session.run('select from first_day_usage'), [])
})

test('the previous release can still turn notifications off and on through the database view `notification_switches`', async () => {
  for (let times = 0; times < 2; times += 1)
    await session.run(
      `insert into notification_switches (user_id, kind) values ($1, 'like') on conflict do nothing`,
      ada,
    )
  assert.deepEqual(await session.run('select kind from notification_opt_outs'), [['like']])
  await session.run(`delete from notification_switches where user_id = $1 and kind = 'like'`, ada)
  assert.deepEqual(await session.run('select from notification_opt_outs'), [])
})

test('the previous release can still add watch time through the database view `watch_days`', async () => {
  const [first, second] = [randomUUID(), randomUUID()]
  const add = (heartbeat: string) =>
    session.run(
      `insert into watch_days (user_id, day, seconds, counted_until, beats)
       values ($1, '2026-03-01', 10, '2026-03-01', array[$2::uuid])
       on conflict (user_id, day) do update set seconds = watch_days.seconds + 10,
         counted_until = greatest(watch_days.counted_until, excluded.counted_until),
         beats = (excluded.beats || watch_days.beats)[:8]
       where not watch_days.beats @> excluded.beats`,
      ada,
      heartbeat,
    )
  await add(first)
  await add(second)
  await add(first)
  assert.deepEqual(await session.run('select seconds, heartbeat_ids::text[] from daily_watch_time'), [
    [20, [second, first]],
  ])
  await session.run(`delete from watch_days where day < '2026-03-02'`)
  assert.deepEqual(await session.run('select from daily_watch_time'), [])
})

test('the previous release can still add and sum view counts through the database view `view_days`', async () => {
  const content = await session.addContent(ada)
  const count = (day: string) =>
    session.run(
      `insert into view_days as known (content_id, day, views) select $1, $2::date, 2
       on conflict (content_id, day) do update set views = known.views + excluded.views`,
      content,
      day,
    )
  for (const day of ['2026-01-01', '2026-01-01', '2026-01-02', '2026-05-01']) await count(day)
  await session.run(`with old as (delete from view_days where day > '-infinity' and day <= '2026-03-01' returning content_id, views)
    insert into view_days as known (content_id, day, views)
    select content_id, '-infinity', sum(views) from old group by content_id order by content_id
    on conflict (content_id, day) do update set views = known.views + excluded.views`)
  assert.deepEqual(await session.run('select day::text, views from daily_view_counts order by day'), [
    ['-infinity', 6],
    ['2026-05-01', 2],
  ])
  await session.run('delete from content where id = $1', content)
  assert.deepEqual(await session.run('select from view_days'), [])
})

test('the previous release can still log staff access through the database view `staff_looks`', async () => {
  const [row] = await session.run(
    `insert into cases (subject, user_id, priority) values ('profile', $1, 3) returning id`,
    ada,
  )
  const log = (resource: string) =>
    session.run(
      `insert into staff_looks (staff_id, case_id, what)
       select $1, $2, $3 where $3 = 'case' or not exists (select from staff_looks
         where staff_id = $1 and case_id = $2 and what = 'media' and looked_at > now() - interval '10 minutes')`,
      ada,
      row![0],
      resource,
    )
  for (const resource of ['case', 'media', 'media', 'case']) await log(resource)
  assert.deepEqual(
    await session.run(
      'select resource, count(*)::int from staff_access_log where accessed_at <= now() group by 1 order by 1',
    ),
    [
      ['case', 2],
      ['media', 1],
    ],
  )
  await session.run('delete from cases')
  assert.deepEqual(await session.run('select from staff_looks'), [])
})

test('the previous release can still store and copy hashes through the database views `fingerprints` and `removed_media`', async () => {
  const content = await session.addContent(ada)
  for (const look of ['a', 'b'])
    await session.run(
      `insert into fingerprints (content_id, sha256, look) values ($1, 'x', $2)
       on conflict (content_id) do update set sha256 = excluded.sha256, look = excluded.look`,
      content,
      look,
    )
  const copy = () =>
    session.run(
      `insert into removed_media (content_id, sha256, look, priority)
       select content_id, sha256, look, 1 from fingerprints where content_id = $1
       on conflict (content_id) do update set priority = least(removed_media.priority, excluded.priority)`,
      content,
    )
  await copy()
  await copy()
  await session.run('delete from content where id = $1', content)
  assert.deepEqual(await session.run('select from media_hashes'), [], 'deleted with the video')
  assert.deepEqual(
    await session.run(`select perceptual_hash = 'b', sha256 = 'x', priority from removed_media_hashes`),
    [[true, true, 1]],
  )
  assert.deepEqual(
    await session.run('select look from removed_media order by priority, content_id limit 9'),
    [[Buffer.from('b')]],
  )
  await session.run('delete from removed_media where content_id = $1', content)
  assert.deepEqual(await session.run('select from removed_media_hashes'), [])
})
