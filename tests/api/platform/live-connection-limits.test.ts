/* Tests how many live-update streams one member and one IP address can have open. */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { eventStreamLimits } from '#contract/live-update-limits.ts'
import { acquireEventStreamSlot } from '#server/platform/live-updates/event-stream-limits.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp()
})
after(() => testApp.close())

test('each member can open only a limited number of live-update connections', async () => {
  const [ada, bea] = [await testApp.signUpMember('ada'), await testApp.signUpMember('bea')]
  const video = await createPublishedVideo(ada)
  const ends = new AbortController()
  const open = (who: TestUser, path = `/api/content/${video}/events`, signal = ends.signal) =>
    who.fetch(path, { signal })
  const one = new AbortController()
  assert.equal((await open(ada, '/api/notifications/events', one.signal)).status, 200)
  const responses = await Promise.all(Array.from({ length: 100 }, () => open(ada)))
  const taken = responses.filter(({ status }) => status === 200)
  assert.equal(taken.length, eventStreamLimits.perMember - 1, 'the bell counts too')
  const refused = responses.find(({ status }) => status === 429)!
  const { error } = (await refused.json()) as { error: { code: string; detail: string } }
  assert.equal(error.code, 'too_many_streams')
  assert.match(error.detail, /Close some/)
  assert.equal((await open(bea)).status, 200)
  one.abort()
  await waitUntil(async () => (await open(ada)).status === 200)
  ends.abort()
})

test('each IP address can open only a limited number of live-update connections', () => {
  const leave = Array.from({ length: eventStreamLimits.perAddress }, (_, n) =>
    acquireEventStreamSlot(null, `2001:db8:1:2::${n.toString(16)}`),
  )
  assert.throws(() => acquireEventStreamSlot(null, '2001:db8:1:2:ffff::1'), /too_many_streams|Too many/)
  assert.throws(() => acquireEventStreamSlot('somebody', '2001:db8:1:2:ffff::1'))
  const other = acquireEventStreamSlot(null, '2001:db8:1:3::1')
  leave[0]!()
  leave[0]!()
  leave.push(acquireEventStreamSlot(null, '2001:db8:1:2:ffff::1'))
  assert.throws(() => acquireEventStreamSlot(null, '2001:db8:1:2:ffff::1'), 'taken back twice counts once')
  for (const one of [...leave, other]) one()
})
