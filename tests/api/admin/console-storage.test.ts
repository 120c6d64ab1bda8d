import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import {
  getIntegrityCheck,
  getStorageOverview,
  measureStorage,
  startIntegrityCheck,
} from '#contract/admin/storage.ts'
import { consoleCronJobs } from '#server/admin/jobs.ts'
import { runIntegrityCheck } from '#server/admin/storage/integrity-checks.ts'
import { measureStorage as measureNow } from '#server/admin/storage/measure-storage.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { db } from '#server/platform/db/db.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { spawnAdminCommand } from '#tests/support/processes/admin-command.ts'

let testApp: TestApp
let admin: TestUser
let ada: TestUser
let bob: TestUser
before(async () => {
  // No worker runs, so the tests decide when a job runs.
  testApp = await startTestApp()
  admin = await signUpStaff(testApp, 'admin_a', 'admin')
  ada = await testApp.signUpMember('ada')
  bob = await testApp.signUpMember('bob')
})
after(() => testApp.close())

const never = new AbortController().signal
const overview = () => admin.call(getStorageOverview, {})
const countJobs = async (name: string) =>
  (await sql`select from pgboss.job where name = ${name} and state < 'completed'`.execute(db)).rows.length

async function addUpload(who: TestUser, size: number, replacesId?: string): Promise<string> {
  const id = replacesId ?? (await createPublishedVideo(who))
  const of = replacesId ? { replaces_content_id: id } : { content_id: id }
  await db
    .insertInto('uploads')
    .values({ ...of, user_id: who.id, file_name: 'a.mp4', file_size: size, completed_at: new Date() })
    .execute()
  return id
}

test('the storage page has no numbers until the files are counted, and then shows them by kind and by person', async () => {
  assert.deepEqual([(await overview()).measured_at, (await overview()).files], [null, []])
  await storage.putBytes('media/p1/1/720p/0.m4s', Buffer.alloc(1000))
  await storage.putBytes('media/p1/1/720p/1.m4s', Buffer.alloc(500))
  await storage.putBytes('media/p1/1/poster.webp', Buffer.alloc(20))
  const replaced = await addUpload(ada, 300)
  await addUpload(ada, 200, replaced)
  await addUpload(bob, 700)
  const deleted = await addUpload(bob, 9000)
  await sql`update content set deleted_at = now() where id = ${deleted}`.execute(db)
  const refused = await addUpload(bob, 9000)
  await sql`update streams set state = 'refused' where content_id = ${refused}`.execute(db)

  await measureNow({}, { signal: never })
  const found = await overview()
  assert.deepEqual(found.files, [
    { kind: 'renditions', files: 2, bytes: 1500 },
    { kind: 'images', files: 1, bytes: 20 },
  ])
  assert.deepEqual(
    found.people.map(({ username, files, bytes }) => [username, files, bytes]),
    [
      ['bob', 1, 700],
      ['ada', 2, 500],
    ],
  )
  assert.equal(found.quota_bytes, 50 * 1024 ** 3)
  assert.ok(found.measured_at && found.database_bytes > 0 && found.captions_bytes > 0)
  assert.ok(found.disk && found.disk.free_bytes > 0 && found.disk.free_bytes <= found.disk.total_bytes)

  await storage.remove('media/p1')
  await measureNow({}, { signal: never })
  assert.deepEqual((await overview()).files, [])
})

test('concurrent requests start one measurement, and the daily job does not start another', async () => {
  await Promise.all([1, 2, 3].map(() => admin.call(measureStorage, {})))
  assert.equal(await countJobs('measure-storage'), 1)
  assert.equal((await overview()).is_measuring, true)
  await consoleCronJobs[0]!.run()
  assert.equal(await countJobs('measure-storage'), 1)
  const entries = await sql<{ n: number }>`select count(*)::int as n from audit_log
    where entry::jsonb ->> 'did' = 'measure storage'`.execute(db)
  assert.equal(entries.rows[0]?.n, 1)
})

test('a check runs once at a time, shows its result with advice, and keeps only the last result', async () => {
  assert.equal((await admin.call(getIntegrityCheck, {})).check, null)
  const checks = await Promise.all([1, 2, 3].map(() => admin.call(startIntegrityCheck, {})))
  assert.deepEqual(new Set(checks.map(({ id }) => id)).size, 1)
  assert.deepEqual([checks[0]!.state, await countJobs('check-integrity')], ['waiting', 1])
  const checkId = checks[0]!.id
  // The published videos of this test have no files, so the check finds problems.
  await runIntegrityCheck({ checkId }, { stopping: never })
  await sql`delete from pgboss.job where name = 'check-integrity'`.execute(db)
  const { check } = await admin.call(getIntegrityCheck, {})
  assert.equal(check?.state, 'done')
  const finding = check.findings.find(({ code }) => code === 'ready_without_rendition')
  assert.ok(finding && finding.count > 0 && finding.examples.length > 0)
  assert.match(finding.advice, /Restore it from a backup/)
  const again = await admin.call(startIntegrityCheck, {})
  assert.notEqual(again.id, checkId)
  await runIntegrityCheck({ checkId: again.id }, { stopping: never })
  const rows = await db.selectFrom('integrity_checks').select('id').execute()
  assert.deepEqual(rows, [{ id: again.id }])
})

test('a check whose job was cancelled counts as failed and can be started again', async () => {
  const lost = await admin.call(startIntegrityCheck, {})
  await sql`update pgboss.job set state = 'cancelled' where name = 'check-integrity'`.execute(db)
  assert.equal((await admin.call(getIntegrityCheck, {})).check?.state, 'failed')
  const next = await admin.call(startIntegrityCheck, {})
  assert.deepEqual([next.state, next.id === lost.id], ['waiting', false])
  // The handler of the cancelled job does nothing if it still runs.
  await runIntegrityCheck({ checkId: lost.id }, { stopping: never })
  assert.equal((await admin.call(getIntegrityCheck, {})).check?.state, 'waiting')
})

test('the command line shows the same numbers and starts a measurement', async () => {
  await addUpload(bob, 2_000_000)
  await measureNow({}, { signal: never })
  const shown = await spawnAdminCommand(testApp, ['storage'])
  assert.match(shown.output, /Measured at [^]*database [^]*@bob +2\.0 MB/)
  const json = JSON.parse((await spawnAdminCommand(testApp, ['storage', '--json'])).output) as {
    people: unknown[]
  }
  assert.equal(json.people.length, 2)
  assert.equal((await spawnAdminCommand(testApp, ['measure-storage'])).code, 0)
})
