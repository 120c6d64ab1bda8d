/*
 * While a site is updated, processes of the previous release use the old table names in the migrated
 * database. The old table names now refer to views (decisions/052).
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

test('the previous release can still update and delete rate limits through the database view `guesses`', async () => {
  const count = (key: string) =>
    session.run(
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
    (await session.run(`select cardinality(attempts) from rate_limits where key = 'ada'`))[0]?.[0]
  const [first] = await count('ada')
  await count('ada')
  assert.deepEqual(await count('ada'), [], 'the limit is reached')
  assert.equal(await attempts(), 2)
  await session.run(
    'update guesses set tried_at = array_remove(tried_at, $1::timestamptz) where who = $2',
    first![0],
    'ada',
  )
  assert.equal(await attempts(), 1)
  await session.run(`update rate_limits set expires_at = now() - interval '1 minute'`)
  await session.run('delete from guesses where ends_at < now()')
  assert.equal(await attempts(), undefined)
})

test('the previous release can still lock and complete pending sign-ins through the database view `halfway`', async () => {
  await session.run(
    `insert into halfway (token_hash, user_id, remembered, expires_at) values ('hash', $1, true, now() + interval '1 hour')`,
    ada,
  )
  assert.deepEqual(await session.run('select remembered, failed_attempts from pending_sign_ins'), [[true, 0]])
  await session.client.query('begin')
  const found = await session.run(
    `select token_hash, halfway.user_id, remembered, users.email from halfway
     inner join users on users.id = halfway.user_id
     where token_hash = 'hash' and expires_at > now() and wrong < 5 for update of halfway`,
  )
  assert.deepEqual(found, [['hash', ada, true, 'ada@example.com']])
  await session.run(`update halfway set wrong = wrong + 1 where token_hash = 'hash'`)
  await session.client.query('commit')
  assert.deepEqual(await session.run('select failed_attempts from pending_sign_ins'), [[1]])
  await session.run('delete from halfway where user_id = $1', ada)
  assert.deepEqual(await session.run('select from pending_sign_ins'), [])
})

test('the previous release can still reserve and free usernames through the database view `dropped_usernames`', async () => {
  const reserve = () =>
    session.run(`insert into dropped_usernames (handle, free_at) values ('hash', now() + interval '30 days')
         on conflict (handle) do update set free_at = excluded.free_at`)
  await reserve()
  await reserve()
  assert.deepEqual(
    await session.run(`select username_hash from reserved_usernames where reserved_until > now()`),
    [['hash']],
  )
  await session.run('update reserved_usernames set reserved_until = now()')
  await session.run('delete from dropped_usernames where free_at < clock_timestamp()')
  assert.deepEqual(await session.run('select from reserved_usernames'), [])
})

test('the previous release can still store and replay responses through the database view `kept_answers`', async () => {
  const begin = () =>
    session.run(
      `insert into kept_answers (user_id, endpoint, key, asked) values ($1, 'POST /x', 'k', 'hash')
       on conflict (user_id, endpoint, key) do update set asked = 'hash', answer = null, made_at = now()
       where kept_answers.made_at < now() - make_interval(hours => 24) returning key`,
      ada,
    )
  assert.deepEqual(await begin(), [['k']])
  const at = `(user_id, endpoint, key) = ($1, 'POST /x', 'k')`
  await session.run(`update kept_answers set answer = $2 where ${at}`, ada, '{ "b":1, "a":2 }')
  assert.deepEqual(await begin(), [], 'the request has run')
  const [row] = await session.run(`select asked, answer::text from kept_answers where ${at}`, ada)
  assert.deepEqual(row, ['hash', '{ "b":1, "a":2 }'])
  assert.deepEqual(await session.run('select request_hash, response::text from idempotency_keys'), [row])
  await session.run(`update idempotency_keys set created_at = now() - interval '2 days'`)
  assert.deepEqual(await begin(), [['k']], 'the stored response has expired')
  await session.run(`delete from kept_answers where made_at <= now()`)
  assert.deepEqual(await session.run('select from idempotency_keys'), [])
})

test('the previous release can still record process metrics through the database view `process_minutes`', async () => {
  const record = () =>
    session.run(`insert into process_minutes (minute, process, role, figures)
         values (date_trunc('day', now()), 'web-1', 'web', '{"requests": 3}') on conflict do nothing`)
  await record()
  await record()
  const newest = `select distinct on (process) process, role from process_minutes order by process, minute desc`
  assert.deepEqual(await session.run(newest), [['web-1', 'web']])
  assert.deepEqual(await session.run(`select metrics ->> 'requests' from process_metrics`), [['3']])
  await session.run(`delete from process_minutes where minute < now() + interval '1 day'`)
  assert.deepEqual(await session.run('select from process_metrics'), [])
})

test('the previous release can still prepare and delete data exports through the database view `exports`', async () => {
  const [row] = await session.run('insert into exports (user_id) values ($1) returning id', ada)
  const id = row![0]
  await assert.rejects(session.run('insert into exports (user_id) values ($1)', ada), { code: '23505' })
  const ready = await session.run(
    `update exports set ready_at = now(), expires_at = now() + interval '7 days', bytes = 3 from users
     where users.id = exports.user_id and exports.id = $1 returning users.email`,
    id,
  )
  assert.deepEqual(ready, [['ada@example.com']])
  assert.deepEqual(await session.run('select bytes::text from data_exports'), [['3']])
  await session.run('delete from exports where user_id = $1 and id = $2', ada, id)
  assert.deepEqual(await session.run('select from data_exports'), [])
})

test('the previous release can still store one transparency report per quarter through the database view `transparency`', async () => {
  const record = (figures: string) =>
    session.run(
      `insert into transparency (quarter, figures) values ('2026-Q1', $1) on conflict do nothing`,
      figures,
    )
  await record('{"decided": 3}')
  await record('{"decided": 4}')
  assert.deepEqual(await session.run('select quarter, counts from transparency_reports'), [
    ['2026-Q1', { decided: 3 }],
  ])
  assert.equal((await session.client.query('select * from transparency')).rows[0].figures.decided, 3)
  await session.run('delete from transparency_reports')
})

test('erasing an account also deletes the rows that the previous release wrote for the account', async () => {
  const id = await session.addUser('eve@example.com')
  await session.run(
    `insert into halfway (token_hash, user_id, remembered, expires_at) values ($1, $2, true, now())`,
    randomUUID(),
    id,
  )
  await session.run('delete from users where id = $1', id)
  assert.deepEqual(await session.run('select from pending_sign_ins where user_id = $1', id), [])
})

test('every database view that replaces a renamed table accepts writes', async () => {
  const views = await session.run(`select table_name from information_schema.views
    where table_schema = 'public' and is_insertable_into = 'NO'`)
  assert.deepEqual(views, [])
})
