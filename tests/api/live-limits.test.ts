/* How many streams of live updates one member and one address may have open. */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { openStreams } from '#contract/limits.ts'
import { countStream } from '#server/platform/stream-limits.ts'
import { eventually } from '../support/eventually.ts'
import { published } from '../support/films.ts'
import { type House, openHouse, type Person } from '../support/house.ts'

let house: House
before(async () => {
  house = await openHouse()
})
after(() => house.close())

test('one member has so many live updates open, not more; closing one makes room, and others are not held up', async () => {
  const [ada, bea] = [await house.joins('ada'), await house.joins('bea')]
  const film = await published(ada)
  const ends = new AbortController()
  const open = (who: Person, path = `/api/content/${film}/events`, signal = ends.signal) =>
    who.fetch(path, { signal })
  const one = new AbortController()
  assert.equal((await open(ada, '/api/notifications/events', one.signal)).status, 200)
  const answers = await Promise.all(Array.from({ length: 100 }, () => open(ada)))
  const taken = answers.filter(({ status }) => status === 200)
  assert.equal(taken.length, openStreams.ofMember - 1, 'the bell counts too')
  const refused = answers.find(({ status }) => status === 429)!
  const { error } = (await refused.json()) as { error: { code: string; detail: string } }
  assert.equal(error.code, 'too_many_streams')
  assert.match(error.detail, /Close some/)
  assert.equal((await open(bea)).status, 200)
  one.abort()
  await eventually(async () => (await open(ada)).status === 200)
  ends.abort()
})

test('one address has so many, and an IPv6 line counts as one', () => {
  const leave = Array.from({ length: openStreams.ofAddress }, (_, n) =>
    countStream(null, `2001:db8:1:2::${n.toString(16)}`),
  )
  assert.throws(() => countStream(null, '2001:db8:1:2:ffff::1'), /too_many_streams|Too many/)
  assert.throws(() => countStream('somebody', '2001:db8:1:2:ffff::1'))
  const other = countStream(null, '2001:db8:1:3::1')
  leave[0]!()
  leave[0]!()
  leave.push(countStream(null, '2001:db8:1:2:ffff::1'))
  assert.throws(() => countStream(null, '2001:db8:1:2:ffff::1'), 'taken back twice counts once')
  for (const one of [...leave, other]) one()
})
