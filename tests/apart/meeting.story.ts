/* Two web servers are one site: who signs in, says something or listens at the one does so at the other. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import test, { after, before } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { getSession, signIn, signOut } from '#contract/accounts.ts'
import { listComments, postComment } from '#contract/comments.ts'
import { getContent } from '#contract/content.ts'
import { putLike } from '#contract/likes.ts'
import { guessing, live as figures, paces } from '#contract/limits.ts'
import { liveAnswer } from '#contract/live.ts'
import { publishes } from '../faults/film.ts'
import type { CallError } from '#web/api/call.ts'
import { Visitor } from '../media/member.ts'
import { atOnce } from '../support/at-once.ts'
import { eventually } from '../support/eventually.ts'
import { listen } from '../support/listening.ts'
import { at, newWords, openPlace, type Place } from './place.ts'

let place: Place
let ada: Visitor
let contentId: string

before(async () => {
  // The ceilings of what one person does, reached ten times sooner.
  place = await openPlace({ env: { PACE: '0.1' } })
  ada = await place.joins()
  contentId = await publishes(ada)
})
after(() => place.close())

const says = (who: Visitor, body = newWords()) =>
  who.call(postComment, { params: { id: contentId }, body: { body } })

test('a page whose answers to the heartbeat reach the other server is not taken for dead', async () => {
  const [one, other] = place.webs
  const live = await listen(at(one!, ada) as never, contentId)
  const { data } = await eventually(() => live.heard[0])
  const answer = (where: typeof one) =>
    at(where!, ada).fetch(liveAnswer(String(data['stream'])), { method: 'POST' })
  // From the first answer on it is expected to go on answering.
  await answer(one)
  let isOver = false
  live.ended.finally(() => (isOver = true)).catch(() => {})
  await eventually(() => live.heard.filter(({ name }) => name === 'heartbeat').length > 1, 30)
  await answer(other)
  await pause(figures.timeout + 3000)
  assert.ok(!isOver, 'it ended a heartbeat and its timeout after the last answer that came by itself')
  await live.stop()
})

test('who signs in at one is known at the other, and who signs out at one is gone at the other', async () => {
  const [one, other] = place.webs
  const { me } = await ada.call(getSession, {})
  const email = `${me!.username}@example.com`
  const here = new Visitor(one!.url)
  await here.call(signIn, { body: { email, password: 'kayak-lantern-42' } })
  const there = at(other!, here)
  assert.equal((await there.call(getSession, {})).me?.id, me!.id)
  await there.call(signOut, {})
  assert.equal((await here.call(getSession, {})).me, null)
})

test('wrong passwords are counted together', async () => {
  const { me } = await (await place.joins()).call(getSession, {})
  const email = `${me!.username}@example.com`
  const stranger = new Visitor(place.front.url)
  const statuses: number[] = []
  for (let tries = 0; tries <= guessing.account.most; tries += 1) {
    const body = JSON.stringify({ email, password: `kayak-lantern-${tries}` })
    const headers = { 'content-type': 'application/json' }
    statuses.push((await stranger.fetch('/api/session', { method: 'POST', headers, body })).status)
  }
  assert.deepEqual(statuses, [...Array.from({ length: guessing.account.most }, () => 401), 429])
})

test('what is said at one is heard at the other once, and not again by who comes back there', async () => {
  const [one, other] = place.webs
  const ben = await place.joins()
  const live = await listen(at(other!, ben) as never, contentId)
  const first = await says(at(one!, ada))
  const heard = await eventually(() => live.heard.find(({ name }) => name === 'comment'))
  assert.equal(heard.data['id'], first.id)
  await live.stop()
  const missed = await says(at(other!, ada))
  const back = await listen(at(one!, ben) as never, contentId, heard.id)
  const last = await says(at(other!, ada))
  const ids = () => back.heard.filter(({ name }) => name === 'comment').map(({ data }) => data['id'])
  await eventually(() => ids().includes(last.id))
  assert.deepEqual(ids(), [missed.id, last.id])
  await back.stop()
})

test('asked at both in the same moment with one key, it is done once', async () => {
  const key = randomUUID()
  const words = newWords()
  const answers = await Promise.all(
    place.webs.map(async (web) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': key }
      const init = { method: 'POST', headers, body: JSON.stringify({ body: words }) }
      return (await at(web, ada).fetch(`/api/content/${contentId}/comments`, init)).json()
    }),
  )
  assert.deepEqual(answers[0], answers[1])
  const { items } = await ada.call(listComments, { params: { id: contentId }, query: { limit: 100 } })
  assert.equal(items.filter(({ body }) => body === words).length, 1)
})

test('a page of the one is known to the other: who asks there again hears that nothing has changed', async () => {
  for (const path of ['/', `/watch/${contentId}`]) {
    const [one, other] = place.webs
    const etag = (await fetch(one!.url + path)).headers.get('etag')
    assert.ok(etag, path)
    const again = await fetch(other!.url + path, { headers: { 'if-none-match': etag } })
    assert.equal(again.status, 304, path)
  }
})

test('what one person says is counted together', async () => {
  const ben = await place.joins()
  const codes: string[] = []
  for (let n = 0; n < 8; n += 1)
    codes.push(
      await says(ben).then(
        () => 'done',
        ({ code }: CallError) => code,
      ),
    )
  const most = paces.comments[0]!.most / 10
  assert.deepEqual(codes, [...Array.from({ length: most }, () => 'done'), 'too_fast', 'too_fast'])
})

test('ten people like it at both at once: ten likes', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => place.joins()))
  const hands = people.flatMap((who) => place.webs.map((web) => at(web, who)))
  const counts = await atOnce(hands.length, (n) => hands[n]!.call(putLike, { params: { id: contentId } }))
  assert.deepEqual(counts, { done: hands.length })
  assert.equal((await ada.call(getContent, { params: { id: contentId } })).likes_count, 10)
})
