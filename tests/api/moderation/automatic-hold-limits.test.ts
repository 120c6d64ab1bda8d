/*
 * Tests the limits on content that is hidden automatically. No source can use up the limit of another source,
 * and the whole site has a total limit.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { automaticHoldLimits } from '#contract/moderation/automatic-hold-limits.ts'
import { maxAutomaticHoldsPerReporter } from '#contract/moderation/reports.ts'
import { consumeAutomaticHoldLimit } from '#server/moderation/cases/automatic-hold-limits.ts'
import { db } from '#server/platform/db/db.ts'
import { insertUsers } from '#tests/support/fixtures/bulk-users.ts'
import { resetAllRateLimits } from '#tests/support/fixtures/rate-limits.ts'
import { createPublishedVideos } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import {
  listCasesAboutContent,
  closeReportCase,
  submitReport,
  loadContentModerationState,
} from '#tests/support/fixtures/reports.ts'

let testApp: TestApp
let makers: TestUser[]
before(async () => {
  testApp = await startTestApp()
  makers = await insertUsers(testApp, 'maker', 10)
})
after(() => testApp.close())

const inState = async (ids: string[], wanted: string) =>
  (await Promise.all(ids.map(loadContentModerationState))).filter((state) => state === wanted).length
const anHourLater = () =>
  sql`update rate_limits set attempts = array(select t - interval '61 minutes' from unnest(attempts) as t)`.execute(
    db,
  )

/** Makes each source cause as many automatic holds as it can. Returns the total number of holds. */
async function takenBy(of: keyof typeof automaticHoldLimits, sources: number): Promise<number> {
  let taken = 0
  for (let n = 0; n < sources; n += 1) {
    let most = 10
    while (most-- > 0 && (await consumeAutomaticHoldLimit(of, `${n}`))) taken += 1
  }
  return taken
}

test('notices or reports from a hundred sources can hide at most ninety items an hour and 300 items a day', async () => {
  assert.equal(await takenBy('notices', 100), 90)
  let ofDay = 90
  for (let hour = 1; hour < 6; hour += 1) {
    await anHourLater()
    ofDay += await takenBy('notices', 100)
  }
  assert.equal(ofDay, 300)
  assert.equal(await takenBy('severeReports', 100), 90, 'the other limits are not used up')
  assert.equal(await takenBy('otherReports', 100), 30)
})

test('five colluding accounts can unlist at most five items a day', async () => {
  await resetAllRateLimits()
  const [honest, ...colluders] = (await insertUsers(testApp, 'colluder', 6)) as [TestUser, ...TestUser[]]
  const items = await createPublishedVideos(makers, 12)
  for (const id of items) for (const who of colluders) await submitReport(who, id, 'suggestive')
  assert.equal(await inState(items, 'limited'), maxAutomaticHoldsPerReporter.most)
  await anHourLater()
  await sql`update reports set reason_at = reason_at - interval '61 minutes'`.execute(db)
  await sql`update decisions set made_at = made_at - interval '61 minutes'`.execute(db)
  const more = await createPublishedVideos(makers, 3)
  for (const id of more) for (const who of colluders) await submitReport(who, id, 'suggestive')
  assert.equal(await inState(more, 'limited'), 0, 'an hour later they have no more')
  const [real] = (await createPublishedVideos(makers, 1)) as [string]
  await submitReport(honest, real, 'grooming')
  assert.equal(await loadContentModerationState(real), 'held')
})

test('concurrent reports can unlist no more items than sequential reports', async () => {
  await resetAllRateLimits()
  const colluders = await insertUsers(testApp, 'parallel', 5)
  const items = await createPublishedVideos(makers, 10)
  await Promise.all(items.flatMap((id) => colluders.map((who) => submitReport(who, id, 'drugs_weapons'))))
  assert.equal(await inState(items, 'limited'), maxAutomaticHoldsPerReporter.most)
})

test('items unlisted after minor reports do not count toward the limit for items hidden after urgent reports', async () => {
  await resetAllRateLimits()
  const groups = 13
  const people = await insertUsers(testApp, 'many', groups * 5)
  const items = await createPublishedVideos(makers, groups * 5)
  for (const [n, id] of items.entries()) {
    const start = Math.floor(n / 5) * 5
    for (const who of people.slice(start, start + 5)) await submitReport(who, id, 'suggestive')
  }
  assert.equal(await inState(items, 'limited'), automaticHoldLimits.otherReports.shared[0]!.most)
  const [honest] = (await insertUsers(testApp, 'honest', 1)) as [TestUser]
  const [real] = (await createPublishedVideos(makers, 1)) as [string]
  await submitReport(honest, real, 'grooming')
  assert.equal(await loadContentModerationState(real), 'held')
})

test('dismissing reports as part of a flood does not reduce the weight of the reporter’s later reports', async () => {
  await resetAllRateLimits()
  const [honest] = (await insertUsers(testApp, 'caught', 1)) as [TestUser]
  const caught = await createPublishedVideos(makers, 3)
  for (const id of caught) {
    await submitReport(honest, id, 'spam')
    const [{ id: caseId } = { id: '' }] = await listCasesAboutContent(id)
    await db.updateTable('cases').set({ dismissed_unseen: true }).where('id', '=', caseId).execute()
    await closeReportCase(caseId, 'nothing')
  }
  const [real] = (await createPublishedVideos(makers, 1)) as [string]
  await submitReport(honest, real, 'grooming')
  assert.equal(await loadContentModerationState(real), 'held')
})
