import { sql } from 'kysely'
import { startTestApp } from '#tests/support/app/test-app.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import { db } from '#server/platform/db/db.ts'
import { selectQuotaUsage } from '#server/uploads/upload-quota.ts'
import { measureStorage } from '#server/admin/storage/measure-storage.ts'
import { listConsoleContent } from '#contract/admin/content.ts'
import { getStorageOverview } from '#contract/admin/storage.ts'
import { listJobs } from '#contract/admin/jobs.ts'
const app = await startTestApp()
try {
  const admin = await signUpStaff(app, 'admin_a', 'admin')
  const n = Number(process.env.N ?? 1_000_000)
  let t = performance.now()
  await db.connection().execute(async (c) => {
    await sql`set statement_timeout = 0`.execute(c)
    await sql`set session_replication_role = replica`.execute(c)
    await sql`insert into users (id, email) select gen_random_uuid(), 'u' || g || '@example.com' from generate_series(1, 20000) g`.execute(c)
    await sql`insert into profiles (user_id, username) select id, left('u_' || split_part(email, '@', 1), 20) from users where email like 'u%@example.com' and id not in (select user_id from profiles)`.execute(c)
    await sql`create temp table people as select user_id, row_number() over () as nth from profiles`.execute(c)
    await sql`create index on people (nth)`.execute(c)
    await sql`insert into content (user_id, title, content_type, playback_id, stream_status, moderation, is_featured, created_at, search, search_words)
      select (select user_id from people where nth = 1 + g % 20000), 'Video ' || g, case when g % 1000 = 0 then 'movie' else 'story' end, 'p' || md5(g::text), case when g % 10000 = 0 then 'failed' else 'ready' end,
        case when g % 5000 = 0 then 'held' else 'approved' end, g % 50000 = 0, now() - make_interval(secs => g), case when g % 3 = 0 then to_tsvector('simple', 'harbour video') else to_tsvector('simple', 'video') end, ''
      from generate_series(1, ${sql.lit(n)}) g`.execute(c)
    await sql`insert into streams (id, content_id, state, playable) select stream_id, id, case when stream_status = 'failed' then 'failed' else 'ready' end, true from content`.execute(c)
    await sql`insert into uploads (content_id, user_id, file_name, file_size, completed_at) select id, user_id, 'a.mp4', 1000000, now() from content`.execute(c)
    await sql`analyze`.execute(c)
    await sql`insert into pgboss.job (name, state, data, completed_on) select 'push-notification', case when g % 1000 = 0 then 'failed' else 'completed' end::pgboss.job_state, '{}', now() from generate_series(1, 200000) g`.execute(c)
    await sql`analyze pgboss.job`.execute(c)
  })
  console.log('seed', Math.round(performance.now() - t), 'ms')
  const time = async (name: string, work: () => Promise<unknown>) => {
    const runs: number[] = []
    for (let k = 0; k < 7; k++) { const s = performance.now(); await work(); runs.push(performance.now() - s) }
    runs.sort((a, b) => a - b)
    console.log(name, 'median', runs[3]!.toFixed(1), 'max', runs[6]!.toFixed(1))
  }
  const list = (query: object) => () => admin.call(listConsoleContent, { query })
  await time('list newest', list({}))
  await time('list movie', list({ content_type: 'movie' }))
  await time('list challenge (none)', list({ content_type: 'challenge' }))
  await time('list held', list({ moderation: 'held' }))
  await time('list removed (none)', list({ moderation: 'removed' }))
  await time('list failed', list({ stream_status: 'failed' }))
  await time('list featured', list({ featured: 'true' }))
  await time('list words harbour', list({ q: 'harbour' }))
  await time('jobs failed (200k rows)', () => admin.call(listJobs, { query: { state: 'failed' } }))
  await time('jobs waiting', () => admin.call(listJobs, { query: { state: 'waiting' } }))
  t = performance.now()
  const plan = await sql<Record<string, string>>`explain (analyze, timing off) select * from ${selectQuotaUsage(db)} x order by bytes desc limit 20`.execute(db).catch((e) => ({ rows: [{ e: String(e) }] }))
  console.log(plan.rows.map((r) => Object.values(r)[0]).join('\n'))
  t = performance.now()
  await measureStorage({}, { signal: new AbortController().signal })
  console.log('measure job (no files)', Math.round(performance.now() - t), 'ms')
  await time('storage overview', () => admin.call(getStorageOverview, {}))
  const p2 = await sql<Record<string, string>>`explain (analyze, timing off) select * from storage_usage order by bytes desc, user_id limit 20`.execute(db)
  console.log(p2.rows.map((r) => Object.values(r)[0]).join('\n'))
} finally { await app.close() }
