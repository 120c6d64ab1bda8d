import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { cronJobs } from '#server/app.ts'
import { db } from '#server/platform/db/db.ts'
import { enforceRetention, retentionRules } from '#server/privacy/retention.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp } from '#tests/support/app/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp()
})
after(() => testApp.close())

test('every database table has a retention rule that names what deletes its rows', async () => {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  assert.deepEqual(
    rows.map(({ name }) => name).toSorted(),
    retentionRules.flatMap(({ tables }) => tables).toSorted(),
    'name each table once, in server/privacy/retention.ts',
  )
})

test('every job named in a retention rule exists and is listed in docs/retention.md', async () => {
  const text = await readFile(new URL('../../../docs/retention.md', import.meta.url), 'utf8')
  const known = cronJobs.map(({ name }) => name)
  for (const { by, sweep } of retentionRules) {
    assert.equal(by === 'here', sweep !== undefined)
    if (['account', 'here', 'never'].includes(by)) continue
    assert.ok(known.includes(by), `no chore is called ${by}`)
    assert.ok(text.includes(`\`${by}\``), `docs/retention.md does not name ${by}`)
  }
})

/**
 * Inserts a row that is this many days old. The date is written to the column that determines when the
 * retention period starts.
 */
const makers: Record<string, (days: number) => Promise<unknown>> = {
  erased_files: (days) =>
    sql`insert into erased_files values (sha256(${receipt()}::bytea), now() - make_interval(days => ${days}))`.execute(
      db,
    ),
  media_cache_purges: (days) =>
    sql`insert into media_cache_purges (tag, created_at)
      values (${receipt()}, now() - make_interval(days => ${days}))`.execute(db),
  stream_keys: async (days) => {
    const { id } = await testApp.signUpMember(`key_${days}`)
    return sql`insert into stream_keys (user_id, key_hash, revoked_at)
      values (${id}, ${receipt()}, now() - make_interval(days => ${days}))`.execute(db)
  },
  cancelled_broadcasts: async (days) => {
    const { id } = await testApp.signUpMember(`cancels_${days}`)
    return sql`insert into cancelled_broadcasts (content_id, user_id, starts_at, visibility, rating, cancelled_at)
      values (gen_random_uuid(), ${id}, now(), 'public', 'all', now() - make_interval(days => ${days}))`.execute(
      db,
    )
  },
  chat_senders: async (days) => {
    const { id } = await testApp.signUpMember(`chat_${days}`)
    const video = await createPublishedVideo({ id })
    return sql`with broadcast as (insert into broadcasts (content_id, user_id, source, delay_seconds, state, ended_at, end_reason)
        values (${video}, ${id}, 'browser', 10, 'ended', now(), 'creator') returning content_id)
      insert into chat_senders (content_id, user_id, last_sent_at)
      select content_id, ${id}, now() - make_interval(days => ${days}) from broadcast`.execute(db)
  },
  comment_edits: async (days) => {
    const author = await testApp.signUpMember(`edit_${days}`)
    const video = await createPublishedVideo(author)
    return sql`with comment as (insert into comments (content_id, user_id, body)
        values (${video}, ${author.id}, 'new') returning id)
      insert into comment_edits (comment_id, body, replaced_at)
        select id, 'old', now() - make_interval(days => ${days}) from comment`.execute(db)
  },
  watch_history: async (days) => {
    const viewer = await testApp.signUpMember(`history_${days}`)
    const video = await createPublishedVideo(viewer)
    return sql`insert into watch_history (user_id, content_id, seconds, watched_at)
      values (${viewer.id}, ${video}, 40, now() - make_interval(days => ${days}))`.execute(db)
  },
  push_subscriptions: async (days) => {
    const person = await testApp.signUpMember(`push_${days}`)
    return sql`insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, used_at)
      select user_id, id, ${`https://push.example/${days}`}, 'key', 'secret', now() - make_interval(days => ${days})
      from sessions where user_id = ${person.id}`.execute(db)
  },
  weekly_digests: async (days) => {
    const person = await testApp.signUpMember(`digest_${days}`)
    return sql`insert into weekly_digests (user_id, week, created_at)
      values (${person.id}, '2026-07-04', now() - make_interval(days => ${days}))`.execute(db)
  },
  webhook_events: (days) =>
    sql`insert into webhook_events (type, subject_id, created_at)
      values ('webhook.test', gen_random_uuid(), now() - make_interval(days => ${days}))`.execute(db),
  integrity_checks: (days) =>
    sql`insert into integrity_checks (state, requested_at)
      values ('done', now() - make_interval(days => ${days}))`.execute(db),
  reports: (days) =>
    sql`insert into reports (receipt, subject, reason, priority, weight, signed_out, outcome, decided_at)
    values (${receipt()}, 'content', 'spam', 3, 1, true, 'nothing', now() - make_interval(days => ${days}))`.execute(
      db,
    ),
  notices: (days) =>
    sql`insert into notices (receipt, name, email, on_behalf, addresses, due_at, answered_at, outcome)
    values (${receipt()}, 'A', 'a@example.com', 'me', 'x', now(), now() - make_interval(days => ${days}), 'nothing')`.execute(
      db,
    ),
  cases: async (days) => {
    const owner = await testApp.signUpMember(`case_${days}`)
    const video = await createPublishedVideo(owner)
    return sql`insert into cases (subject, content_id, user_id, priority, closed_at)
      values ('content', ${video}, ${owner.id}, 3, now() - make_interval(days => ${days}))`.execute(db)
  },
}
const receipt = () =>
  Array.from({ length: 4 }, () => Math.random().toString(36).slice(2, 6).padEnd(4, 'X').toUpperCase()).join(
    '-',
  )

for (const { tables, sweep } of retentionRules.filter((row) => row.sweep))
  test(`${tables[0]}: rows older than ${sweep!.days} days are deleted and newer rows are kept`, async () => {
    const make = makers[tables[0]!]
    assert.ok(make, 'say in `makers` how to make such a row')
    await make(sweep!.days + 1)
    await make(sweep!.days - 1)
    await enforceRetention()
    await enforceRetention()
    const { rows } = await sql<{ young: boolean }>`select ${sql.ref(sweep!.column)} >
      now() - make_interval(days => ${sweep!.days}) as young from ${sql.table(tables[0]!)}`.execute(db)
    assert.deepEqual(rows, [{ young: true }])
  })
