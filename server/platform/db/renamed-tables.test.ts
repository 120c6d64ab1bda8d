/*
 * While a site is updated, processes of the previous release use the migrated database. Their statements name
 * the tables by their old names, which are views now, and old names of columns (decisions/052).
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import test, { after, before } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'

let client: pg.Client
let drop: () => Promise<void>
let ada: string

before(async () => {
  const database = await createTestDatabase()
  drop = database.drop
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  ada = await addUser('ada@example.com')
})
after(async () => {
  await client.end()
  await drop()
})

/** Runs a statement and returns its rows as arrays. */
async function run(text: string, ...values: unknown[]): Promise<unknown[][]> {
  return (await client.query({ text, values, rowMode: 'array' })).rows as unknown[][]
}

async function addUser(email: string): Promise<string> {
  const [row] = await run('insert into users (email) values ($1) returning id', email)
  return row![0] as string
}

async function addContent(): Promise<string> {
  const [row] = await run(
    `insert into content (user_id, title, content_type, playback_id) values ($1, 'A', 'story', $2) returning id`,
    ada,
    randomUUID(),
  )
  return row![0] as string
}

test('the previous release counts and deletes attempts in `guesses`', async () => {
  const count = (key: string) =>
    run(
      `insert into guesses (who, tried_at, ends_at)
       values ($1, array[clock_timestamp()], clock_timestamp() + interval '1 hour')
       on conflict (who) do update
         set tried_at = array(select t from unnest(guesses.tried_at) as t where t > clock_timestamp() - interval '1 hour')
           || excluded.tried_at, ends_at = excluded.ends_at
         where (select count(*) from unnest(guesses.tried_at) as t) < 2
       returning tried_at[cardinality(tried_at)]::text as at`,
      key,
    )
  const attempts = async () =>
    (await run(`select cardinality(attempts) from rate_limits where key = 'ada'`))[0]?.[0]
  const [first] = await count('ada')
  await count('ada')
  assert.deepEqual(await count('ada'), [], 'the limit is reached')
  assert.equal(await attempts(), 2)
  await run(
    'update guesses set tried_at = array_remove(tried_at, $1::timestamptz) where who = $2',
    first![0],
    'ada',
  )
  assert.equal(await attempts(), 1)
  await run(`update rate_limits set expires_at = now() - interval '1 minute'`)
  await run('delete from guesses where ends_at < now()')
  assert.equal(await attempts(), undefined)
})

test('the previous release locks and completes pending sign-ins in `halfway`', async () => {
  await run(
    `insert into halfway (token_hash, user_id, remembered, expires_at) values ('hash', $1, true, now() + interval '1 hour')`,
    ada,
  )
  assert.deepEqual(await run('select remembered, failed_attempts from pending_sign_ins'), [[true, 0]])
  await client.query('begin')
  const found = await run(
    `select token_hash, halfway.user_id, remembered, users.email from halfway
     inner join users on users.id = halfway.user_id
     where token_hash = 'hash' and expires_at > now() and wrong < 5 for update of halfway`,
  )
  assert.deepEqual(found, [['hash', ada, true, 'ada@example.com']])
  await run(`update halfway set wrong = wrong + 1 where token_hash = 'hash'`)
  await client.query('commit')
  assert.deepEqual(await run('select failed_attempts from pending_sign_ins'), [[1]])
  await run('delete from halfway where user_id = $1', ada)
  assert.deepEqual(await run('select from pending_sign_ins'), [])
})

test('the previous release reserves and frees usernames in `dropped_usernames`', async () => {
  const reserve = () =>
    run(`insert into dropped_usernames (handle, free_at) values ('hash', now() + interval '30 days')
         on conflict (handle) do update set free_at = excluded.free_at`)
  await reserve()
  await reserve()
  assert.deepEqual(await run(`select username_hash from reserved_usernames where reserved_until > now()`), [
    ['hash'],
  ])
  await run('update reserved_usernames set reserved_until = now()')
  await run('delete from dropped_usernames where free_at < clock_timestamp()')
  assert.deepEqual(await run('select from reserved_usernames'), [])
})

test('the previous release stores and replays responses in `kept_answers`', async () => {
  const begin = () =>
    run(
      `insert into kept_answers (user_id, endpoint, key, asked) values ($1, 'POST /x', 'k', 'hash')
       on conflict (user_id, endpoint, key) do update set asked = 'hash', answer = null, made_at = now()
       where kept_answers.made_at < now() - make_interval(hours => 24) returning key`,
      ada,
    )
  assert.deepEqual(await begin(), [['k']])
  const at = `(user_id, endpoint, key) = ($1, 'POST /x', 'k')`
  await run(`update kept_answers set answer = $2 where ${at}`, ada, '{ "b":1, "a":2 }')
  assert.deepEqual(await begin(), [], 'the request has run')
  const [row] = await run(`select asked, answer::text from kept_answers where ${at}`, ada)
  assert.deepEqual(row, ['hash', '{ "b":1, "a":2 }'])
  assert.deepEqual(await run('select request_hash, response::text from idempotency_keys'), [row])
  await run(`update idempotency_keys set created_at = now() - interval '2 days'`)
  assert.deepEqual(await begin(), [['k']], 'the stored response has expired')
  await run(`delete from kept_answers where made_at <= now()`)
  assert.deepEqual(await run('select from idempotency_keys'), [])
})

test('the previous release records process metrics in `process_minutes`', async () => {
  const record = () =>
    run(`insert into process_minutes (minute, process, role, figures)
         values (date_trunc('day', now()), 'web-1', 'web', '{"requests": 3}') on conflict do nothing`)
  await record()
  await record()
  const newest = `select distinct on (process) process, role from process_minutes order by process, minute desc`
  assert.deepEqual(await run(newest), [['web-1', 'web']])
  assert.deepEqual(await run(`select metrics ->> 'requests' from process_metrics`), [['3']])
  await run(`delete from process_minutes where minute < now() + interval '1 day'`)
  assert.deepEqual(await run('select from process_metrics'), [])
})

test('the previous release prepares and deletes data exports in `exports`', async () => {
  const [row] = await run('insert into exports (user_id) values ($1) returning id', ada)
  const id = row![0]
  await assert.rejects(run('insert into exports (user_id) values ($1)', ada), { code: '23505' })
  const ready = await run(
    `update exports set ready_at = now(), expires_at = now() + interval '7 days', bytes = 3 from users
     where users.id = exports.user_id and exports.id = $1 returning users.email`,
    id,
  )
  assert.deepEqual(ready, [['ada@example.com']])
  assert.deepEqual(await run('select bytes from data_exports'), [['3']])
  await run('delete from exports where user_id = $1 and id = $2', ada, id)
  assert.deepEqual(await run('select from data_exports'), [])
})

test('the previous release counts a quarter once in `transparency`', async () => {
  const record = (figures: string) =>
    run(`insert into transparency (quarter, figures) values ('2026-Q1', $1) on conflict do nothing`, figures)
  await record('{"decided": 3}')
  await record('{"decided": 4}')
  assert.deepEqual(await run('select quarter, counts from transparency_reports'), [
    ['2026-Q1', { decided: 3 }],
  ])
  assert.equal((await client.query('select * from transparency')).rows[0].figures.decided, 3)
  await run('delete from transparency_reports')
})

test('the previous release remembers follow requests in `follow_asks`', async () => {
  const bob = await addUser('bob@example.com')
  const ask = () =>
    run(
      `insert into follow_asks (follower_id, followed_id, asked_at) values ($1, $2, now())
       on conflict (follower_id, followed_id) do nothing returning asked_at`,
      ada,
      bob,
    )
  assert.equal((await ask()).length, 1)
  assert.equal((await ask()).length, 0)
  await run(
    `insert into follow_asks (follower_id, followed_id, refused_at) values ($1, $2, now())
     on conflict (follower_id, followed_id) do update set refused_at = excluded.refused_at`,
    ada,
    bob,
  )
  await run(`update follow_asks set asked_at = now() - interval '2 days',
    refused_at = case when refused_at > now() + interval '1 day' then refused_at end`)
  const kept = 'select requested_at < now(), refused_at from follow_request_history'
  assert.deepEqual(await run(kept), [[true, null]])
  await run(`delete from follow_asks where asked_at < now() and (refused_at is null or refused_at < now())`)
  assert.deepEqual(await run(kept), [])
})

test('the previous release limits the first day of an account in `first_days`', async () => {
  const count = () =>
    run(
      `insert into first_days (user_id, comments) values ($1, 1)
       on conflict (user_id) do update set comments = first_days.comments + 1
       where first_days.comments < 2 returning user_id`,
      ada,
    )
  await count()
  await count()
  assert.deepEqual(await count(), [], 'the limit is reached')
  assert.deepEqual(await run('select uploads, comments, follows from first_day_usage'), [[0, 2, 0]])
  await run('delete from first_days using users where users.id = first_days.user_id')
  assert.deepEqual(await run('select from first_day_usage'), [])
})

test('the previous release turns notifications off and on in `notification_switches`', async () => {
  for (let times = 0; times < 2; times += 1)
    await run(
      `insert into notification_switches (user_id, kind) values ($1, 'like') on conflict do nothing`,
      ada,
    )
  assert.deepEqual(await run('select kind from notification_opt_outs'), [['like']])
  await run(`delete from notification_switches where user_id = $1 and kind = 'like'`, ada)
  assert.deepEqual(await run('select from notification_opt_outs'), [])
})

test('the previous release adds watch time in `watch_days`', async () => {
  const [first, second] = [randomUUID(), randomUUID()]
  const add = (heartbeat: string) =>
    run(
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
  assert.deepEqual(await run('select seconds, heartbeat_ids::text[] from daily_watch_time'), [
    [20, [second, first]],
  ])
  await run(`delete from watch_days where day < '2026-03-02'`)
  assert.deepEqual(await run('select from daily_watch_time'), [])
})

test('the previous release counts and sums up views in `view_days`', async () => {
  const content = await addContent()
  const count = (day: string) =>
    run(
      `insert into view_days as known (content_id, day, views) select $1, $2::date, 2
       on conflict (content_id, day) do update set views = known.views + excluded.views`,
      content,
      day,
    )
  for (const day of ['2026-01-01', '2026-01-01', '2026-01-02', '2026-05-01']) await count(day)
  await run(`with old as (delete from view_days where day > '-infinity' and day <= '2026-03-01' returning content_id, views)
    insert into view_days as known (content_id, day, views)
    select content_id, '-infinity', sum(views) from old group by content_id order by content_id
    on conflict (content_id, day) do update set views = known.views + excluded.views`)
  assert.deepEqual(await run('select day::text, views from daily_view_counts order by day'), [
    ['-infinity', 6],
    ['2026-05-01', 2],
  ])
  await run('delete from content where id = $1', content)
  assert.deepEqual(await run('select from view_days'), [])
})

test('the previous release logs staff access in `staff_looks`', async () => {
  const [row] = await run(
    `insert into cases (subject, user_id, priority) values ('profile', $1, 3) returning id`,
    ada,
  )
  const log = (resource: string) =>
    run(
      `insert into staff_looks (staff_id, case_id, what)
       select $1, $2, $3 where $3 = 'case' or not exists (select from staff_looks
         where staff_id = $1 and case_id = $2 and what = 'media' and looked_at > now() - interval '10 minutes')`,
      ada,
      row![0],
      resource,
    )
  for (const resource of ['case', 'media', 'media', 'case']) await log(resource)
  assert.deepEqual(
    await run(
      'select resource, count(*)::int from staff_access_log where accessed_at <= now() group by 1 order by 1',
    ),
    [
      ['case', 2],
      ['media', 1],
    ],
  )
  await run('delete from cases')
  assert.deepEqual(await run('select from staff_looks'), [])
})

test('the previous release stores and copies hashes in `fingerprints` and `removed_media`', async () => {
  const content = await addContent()
  for (const look of ['a', 'b'])
    await run(
      `insert into fingerprints (content_id, sha256, look) values ($1, 'x', $2)
       on conflict (content_id) do update set sha256 = excluded.sha256, look = excluded.look`,
      content,
      look,
    )
  const copy = () =>
    run(
      `insert into removed_media (content_id, sha256, look, priority)
       select content_id, sha256, look, 1 from fingerprints where content_id = $1
       on conflict (content_id) do update set priority = least(removed_media.priority, excluded.priority)`,
      content,
    )
  await copy()
  await copy()
  await run('delete from content where id = $1', content)
  assert.deepEqual(await run('select from media_hashes'), [], 'deleted with the video')
  assert.deepEqual(
    await run(`select perceptual_hash = 'b', sha256 = 'x', priority from removed_media_hashes`),
    [[true, true, 1]],
  )
  assert.deepEqual(await run('select look from removed_media order by priority, content_id limit 9'), [
    [Buffer.from('b')],
  ])
  await run('delete from removed_media where content_id = $1', content)
  assert.deepEqual(await run('select from removed_media_hashes'), [])
})

/** The new name of each renamed column, and the values to write. */
type RenamedColumns = Record<string, [name: string, values: unknown[]]>

/** Writes a column under one name and reads it under the other one. */
async function checkColumnCopies(table: string, id: string, columns: RenamedColumns) {
  for (const [old, [renamed, values]] of Object.entries(columns))
    for (const [written, read] of [
      [old, renamed],
      [renamed, old],
    ])
      for (const value of values) {
        await run(`update ${table} set ${written} = $1 where id = $2`, value, id)
        const [row] = await run(`select ${read}, ${written} from ${table} where id = $1`, id)
        assert.deepEqual(row, [value, value], `${table}: ${written} to ${read}`)
        await run(`update ${table} set user_id = user_id where id = $1`, id)
        assert.deepEqual((await run(`select ${read} from ${table} where id = $1`, id))[0], [value])
      }
}

const moment = new Date('2026-03-01T12:00:00Z')

test('both releases see the same values in the renamed columns of profiles', async () => {
  const columns: RenamedColumns = {
    leaving_at: ['deletion_scheduled_at', [moment, null]],
    farewell_at: ['age_out_notified_at', [moment, null]],
    username_is_made_up: ['has_generated_username', [true, false]],
    held_bio_why: ['held_bio_reasons', [['phone'], ['phone', 'email'], []]],
  }
  const old = Object.keys(columns)
  const renamed = old.map((name) => columns[name]![0])
  for (const [written, read] of [
    [old, renamed],
    [renamed, old],
  ]) {
    const user = await addUser(`${randomUUID()}@example.com`)
    const [row] = await run(
      `insert into profiles (user_id, username, ${written!.join(', ')}) values ($1, $2, $3, $3, true, array['phone'])
       returning ${read!.join(', ')}, id`,
      user,
      user.slice(0, 8),
      moment,
    )
    assert.deepEqual(row!.slice(0, 4), [moment, moment, true, ['phone']])
    await checkColumnCopies('profiles', row![4] as string, columns)
  }
})

test('both releases see the same reasons for held items and comments', async () => {
  const reasons: RenamedColumns = { held_why: ['hold_reasons', [['cruelty'], ['cruelty', 'phone'], []]] }
  const content = await addContent()
  await checkColumnCopies('content', content, reasons)
  for (const [written, read] of [
    ['held_why', 'hold_reasons'],
    ['hold_reasons', 'held_why'],
  ]) {
    const [row] = await run(
      `insert into comments (content_id, user_id, body, moderation, ${written}) values ($1, $2, 'A', 'held', array['phone'])
       returning ${read}, id`,
      content,
      ada,
    )
    assert.deepEqual(row![0], ['phone'])
    await checkColumnCopies('comments', row![1] as string, reasons)
  }
})

test('a foreign key deletes the rows of an erased account that the previous release wrote', async () => {
  const id = await addUser('eve@example.com')
  await run(
    `insert into halfway (token_hash, user_id, remembered, expires_at) values ($1, $2, true, now())`,
    randomUUID(),
    id,
  )
  await run('delete from users where id = $1', id)
  assert.deepEqual(await run('select from pending_sign_ins where user_id = $1', id), [])
})

test('every view on a renamed table accepts writes', async () => {
  const views = await run(`select table_name from information_schema.views
    where table_schema = 'public' and is_insertable_into = 'NO'`)
  assert.deepEqual(views, [])
})
