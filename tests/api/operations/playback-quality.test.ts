import assert from 'node:assert/strict'
import test, { after, before, beforeEach } from 'node:test'
import { addPlaybackReport, getPlaybackQuality, type PlaybackReport } from '#contract/playback-quality.ts'
import { activityRateLimits } from '#contract/limits.ts'
import { db } from '#server/platform/db/db.ts'
import { deleteOldPlaybackQuality } from '#server/operations/playback-quality/record-playback-report.ts'
import { expectApiError } from '#tests/support/app/expect-api-error.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { grantStaffRole } from '#tests/support/app/staff.ts'

const token = 'a-secret-of-at-least-thirty-two-characters'

let testApp: TestApp
let ruth: TestUser
before(async () => {
  testApp = await startTestApp({ env: { METRICS_TOKEN: token, TRUST_PROXY: '127.0.0.1' } })
  ruth = await testApp.signUpMember('ruth', 18)
  await grantStaffRole(ruth.id, 'admin')
})
after(() => testApp.close())
beforeEach(() => db.deleteFrom('playback_quality').execute())

const smooth: PlaybackReport = {
  startup: 0.9,
  exited: false,
  error: null,
  stalled: 0,
  seeks: [],
  downshifts: 0,
  frames: 3000,
  dropped: 0,
  played: { '480': 100 },
}
const exit: PlaybackReport = { ...smooth, startup: null, exited: true, frames: 0, played: {} }

let networks = 0
/** Sends a report from a network that has not sent any reports yet. */
function send(report: PlaybackReport, address = `198.51.100.${(networks += 1)}`) {
  return testApp.anonymousUser().fetch('/api/playback-reports', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(report),
  })
}

const loadTotal = async () => (await ruth.call(getPlaybackQuality, { query: { days: '1' } })).total

test('an admin sees the figures of all viewings', async () => {
  for (let nth = 0; nth < 18; nth += 1) await send(smooth)
  await send({ ...smooth, startup: 7, stalled: 19, downshifts: 1, dropped: 570, played: { '240': 100 } })
  await send(exit)
  await send({ ...exit, exited: false, error: 'network' })
  const { total, steps, played, errors } = await ruth.call(getPlaybackQuality, { query: { days: '1' } })
  assert.deepEqual(total, {
    viewings: 21,
    startup_median: total.startup_median,
    startup_p95: total.startup_p95,
    seek_median: null,
    seek_p95: null,
    stalled: 0.01,
    failed: 0.04762,
    exited: 0.04762,
    dropped: 0.01,
    downshifts: 1.895,
    height: 467.4,
  })
  assert.ok(total.startup_median! > 0.5 && total.startup_median! <= 1)
  assert.ok(total.startup_p95! > 6 || total.startup_p95! <= 8)
  assert.equal(steps.length, 24)
  assert.deepEqual(steps.at(-1), total)
  assert.equal(steps[0]!.viewings, 0)
  assert.deepEqual(played, [
    { quality: '240', share: 100 / 1900 },
    { quality: '480', share: 1800 / 1900 },
  ])
  assert.deepEqual(errors, [{ error: 'network', viewings: 1 }])
})

test('the week shows the days before, and totals are deleted after 30 days', async () => {
  const hoursAgo = (count: number) => new Date(Math.floor(Date.now() / 3600_000 - count) * 3600_000)
  const amounts = [0, 30, 24 * 31].map((hours) => ({
    hour: hoursAgo(hours),
    measure: 'viewings',
    bucket: 'all',
    amount: 1,
  }))
  await db.insertInto('playback_quality').values(amounts).execute()
  assert.equal((await loadTotal()).viewings, 1)
  const week = await ruth.call(getPlaybackQuality, { query: { days: '7' } })
  assert.equal(week.total.viewings, 2)
  assert.equal(week.steps.length, 28)
  await deleteOldPlaybackQuality()
  assert.equal((await db.selectFrom('playback_quality').selectAll().execute()).length, 2)
})

test('a report stores only totals per hour', async () => {
  await send(smooth)
  const rows = await db.selectFrom('playback_quality').selectAll().orderBy('measure').execute()
  assert.deepEqual(
    rows.map(({ measure, bucket, amount }) => [measure, bucket, amount]),
    [
      ['frames', 'all', 3000],
      ['played', '480', 100],
      ['startup', '1', 1],
      ['viewings', 'all', 1],
    ],
  )
  assert.ok(rows.every(({ hour }) => hour.getTime() % 3600_000 === 0))
})

test('concurrent reports are all counted', async () => {
  await Promise.all(Array.from({ length: 40 }, () => send(smooth)))
  assert.equal((await loadTotal()).viewings, 40)
})

test('contradictory reports are ignored, and reports out of bounds are refused', async () => {
  const implausible: PlaybackReport[] = [
    { ...smooth, exited: true },
    { ...smooth, dropped: 3001 },
    { ...smooth, played: { '240': 14_000, '480': 14_000 } },
    { ...smooth, startup: null, played: {} },
  ]
  for (const report of implausible) assert.equal((await send(report)).status, 204)
  const outOfBounds = [
    { ...smooth, startup: -1 },
    { ...smooth, startup: 1e9 },
    { ...smooth, startup: null, played: { '481': 10 } },
    { ...smooth, seeks: Array.from({ length: 21 }, () => 1) },
    { ...smooth, error: 'boredom' },
    { ...smooth, content_id: '0198c0de-0000-7000-8000-000000000000' },
  ]
  for (const report of outOfBounds) {
    const response = await send(report as PlaybackReport)
    assert.ok(response.status >= 400 && response.status < 500, `${response.status}`)
  }
  assert.equal((await loadTotal()).viewings, 0)
})

test('one network, including an IPv6 /64, cannot add more reports than the rate limit', async () => {
  const { most } = activityRateLimits.playbackReportsPerAddress[0]!
  for (let nth = 0; nth < most + 20; nth += 1)
    assert.equal((await send(smooth, `2001:db8:1:2::${nth.toString(16)}`)).status, 204)
  assert.equal((await loadTotal()).viewings, most)
  await send(smooth, '2001:db8:1:3::1')
  assert.equal((await loadTotal()).viewings, most + 1)
})

test('reports appear at /metrics', async () => {
  await send({ ...smooth, startup: 2.5, stalled: 5, seeks: [0.2, 3], error: 'codec' })
  const init = { headers: { authorization: `Bearer ${token}` } }
  const text = await (await testApp.anonymousUser().fetch('/metrics', init)).text()
  for (const line of [
    /^afterbell_playback_viewings_total \d+$/m,
    /^afterbell_playback_startup_seconds_bucket\{le="3"\} \d+$/m,
    /^afterbell_playback_seek_seconds_count 2$/m,
    /^afterbell_playback_stalled_ratio_bucket\{le="0\.1"\} \d+$/m,
    /^afterbell_playback_played_seconds_total\{quality="480"\} \d+$/m,
    /^afterbell_playback_errors_total\{error="codec"\} 1$/m,
  ])
    assert.match(text, line)
})

test('moderators and members cannot see the figures', async () => {
  const mila = await testApp.signUpMember('mila', 18)
  const load = () => mila.call(getPlaybackQuality, { query: { days: '1' } })
  assert.match(await expectApiError(load()), /^404 /)
  await grantStaffRole(mila.id, 'moderator')
  assert.match(await expectApiError(load()), /^404 /)
})

test('anybody can send a report', async () => {
  await testApp.anonymousUser().call(addPlaybackReport, { body: smooth })
  assert.equal((await loadTotal()).viewings, 1)
})
