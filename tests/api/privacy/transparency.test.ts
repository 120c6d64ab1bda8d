import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { getTransparencyReport } from '#contract/privacy/transparency-report.ts'
import { db } from '#server/platform/db/db.ts'
import { storePreviousQuarterReport } from '#server/privacy/transparency-report.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp } from '#tests/support/app/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp()
})
after(() => testApp.close())

const now = new Date('2026-11-21T12:00:00Z')
const inQuarter = new Date('2026-08-15T12:00:00Z')

test('the transparency report omits counts below five and totals that would reveal them', async () => {
  const owner = await testApp.signUpMember('owner_counted')
  const video = await createPublishedVideo(owner)
  await reports('spam', 7, inQuarter)
  await reports('bullying', 2, inQuarter)
  await reports('grooming', 9, new Date('2026-10-02T00:00:00Z'))
  await decisions(owner.id, video, 6, 3)
  assert.deepEqual((await testApp.anonymousUser().call(getTransparencyReport, {})).quarters, [])

  await storePreviousQuarterReport(now)
  const [quarter, ...more] = (await testApp.anonymousUser().call(getTransparencyReport, {})).quarters
  assert.deepEqual(more, [], 'no counts for the current quarter')
  assert.equal(quarter!.quarter, '2026-Q3')
  assert.deepEqual(quarter!.reports, {
    total: { at_least: 7, exact: false },
    by_reason: [
      { name: 'spam', count: 7 },
      { name: 'bullying', count: null },
    ],
  })
  assert.deepEqual(quarter!.actions, {
    total: { at_least: 6, exact: true },
    by_kind: [{ name: 'suspend', count: 6 }],
  })
  assert.equal(quarter!.median_hours, 3)
  assert.equal(quarter!.accounts_suspended, null, 'one account, six times')
  assert.deepEqual(quarter!.appeals, { total: { at_least: 0, exact: true }, by_outcome: [] })
})

test('deleting user reports does not change the transparency report of a past quarter', async () => {
  const counted = await testApp.anonymousUser().call(getTransparencyReport, {})
  await sql`delete from reports`.execute(db)
  await storePreviousQuarterReport(now)
  assert.deepEqual(await testApp.anonymousUser().call(getTransparencyReport, {}), counted)
})

function reports(reason: string, count: number, at: Date) {
  return sql`insert into reports (receipt, subject, reason, priority, weight, signed_out, created_at)
    select upper(substr(md5(${reason} || n), 1, 4) || '-' || substr(md5(${reason} || n), 5, 4) || '-' ||
      substr(md5(${reason} || n), 9, 4) || '-' || substr(md5(${reason} || n), 13, 4)),
      'content', ${reason}, 3, 1, true, ${at}::timestamptz from generate_series(1, ${count}::int) n`.execute(
    db,
  )
}

/** Inserts `count` decisions about different cases, each made `hours` hours after its case was opened. */
async function decisions(userId: string, video: string, count: number, hours: number) {
  for (let n = 0; n < count; n += 1)
    await sql`with opened as (insert into cases (subject, content_id, user_id, priority, opened_at, closed_at)
        values ('content', ${video}, ${userId}, 1, ${inQuarter}, ${inQuarter}) returning id)
      insert into decisions (case_id, subject, content_id, user_id, action, rule, source, automatic, made_at)
      select id, 'content', ${video}, ${userId}, 'suspend', 'spam', 'reports', false,
        ${inQuarter}::timestamptz + make_interval(hours => ${hours}) from opened`.execute(db)
}
