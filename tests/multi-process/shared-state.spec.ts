/*
 * Tests that two web servers act as one site. Sessions, comments and live updates that are
 * created on one server must also be visible on the other.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import test, { after, before } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { signIn, signOut } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { listComments, postComment } from '#contract/engagement/comments.ts'
import { getContent } from '#contract/content/content.ts'
import { putLike } from '#contract/engagement/likes.ts'
import { authAndContactRateLimits, activityRateLimits } from '#contract/limits.ts'
import { liveUpdateTimings as figures } from '#contract/live-update-limits.ts'
import { heartbeatAckPath } from '#contract/live-updates.ts'
import { publishVideo } from '#tests/support/clients/publish-video.ts'
import type { ApiCallError } from '#web/api/api-client.ts'
import { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { countConcurrentOutcomes } from '#tests/support/async/count-concurrent-outcomes.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { listenToContentUpdates } from '#tests/support/app/live-update-listener.ts'
import { cloneClientForServer, startClusterTestSite, type ClusterTestSite } from './cluster-test-site.ts'
import { generateCommentText } from '#tests/support/fixtures/unique-text.ts'

let site: ClusterTestSite
let ada: HttpTestClient
let contentId: string

before(async () => {
  // The rate limits per person are a tenth of the default limits, so the tests reach the limits sooner.
  site = await startClusterTestSite({ env: { PACE: '0.1' } })
  ada = await site.signUpMember()
  contentId = await publishVideo(ada)
})
after(() => site.close())

const says = (who: HttpTestClient, body = generateCommentText()) =>
  who.call(postComment, { params: { id: contentId }, body: { body } })

test('a live-update stream from one server stays open if the page acknowledges its heartbeats at another server', async () => {
  const [one, other] = site.webServers
  const live = await listenToContentUpdates(cloneClientForServer(one!, ada) as never, contentId)
  const { data } = await waitUntil(() => live.heard[0])
  const answer = (where: typeof one) =>
    cloneClientForServer(where!, ada).fetch(heartbeatAckPath(String(data['stream'])), { method: 'POST' })
  // Once a page has acknowledged a heartbeat, the server expects further acknowledgements from this page.
  await answer(one)
  let isOver = false
  live.ended.finally(() => (isOver = true)).catch(() => {})
  await waitUntil(() => live.heard.filter(({ name }) => name === 'heartbeat').length > 1, 30)
  await answer(other)
  await pause(figures.timeout + 3000)
  assert.ok(!isOver, 'the stream ended although the other server received an acknowledgement')
  await live.stop()
})

test('signing in or out on one server takes effect on the other', async () => {
  const [one, other] = site.webServers
  const { me } = await ada.call(getSession, {})
  const email = `${me!.username}@example.com`
  const here = new HttpTestClient(one!.url)
  await here.call(signIn, { body: { email, password: 'kayak-lantern-42' } })
  const there = cloneClientForServer(other!, here)
  assert.equal((await there.call(getSession, {})).me?.id, me!.id)
  await there.call(signOut, {})
  assert.equal((await here.call(getSession, {})).me, null)
})

test('failed sign-ins on both servers count toward one limit', async () => {
  const { me } = await (await site.signUpMember()).call(getSession, {})
  const email = `${me!.username}@example.com`
  const stranger = new HttpTestClient(site.loadBalancer.url)
  const statuses: number[] = []
  for (let tries = 0; tries <= authAndContactRateLimits.account.most; tries += 1) {
    const body = JSON.stringify({ email, password: `kayak-lantern-${tries}` })
    const headers = { 'content-type': 'application/json' }
    statuses.push((await stranger.fetch('/api/session', { method: 'POST', headers, body })).status)
  }
  assert.deepEqual(statuses, [
    ...Array.from({ length: authAndContactRateLimits.account.most }, () => 401),
    429,
  ])
})

test('an update published on one server reaches a client connected to the other exactly once', async () => {
  const [one, other] = site.webServers
  const ben = await site.signUpMember()
  const live = await listenToContentUpdates(cloneClientForServer(other!, ben) as never, contentId)
  const first = await says(cloneClientForServer(one!, ada))
  const heard = await waitUntil(() => live.heard.find(({ name }) => name === 'comment'))
  assert.equal(heard.data['id'], first.id)
  await live.stop()
  const missed = await says(cloneClientForServer(other!, ada))
  const back = await listenToContentUpdates(cloneClientForServer(one!, ben) as never, contentId, heard.id)
  const last = await says(cloneClientForServer(other!, ada))
  const ids = () => back.heard.filter(({ name }) => name === 'comment').map(({ data }) => data['id'])
  await waitUntil(() => ids().includes(last.id))
  assert.deepEqual(ids(), [missed.id, last.id])
  await back.stop()
})

test('concurrent requests to both servers with the same idempotency key take effect only once', async () => {
  const key = randomUUID()
  const words = generateCommentText()
  const answers = await Promise.all(
    site.webServers.map(async (web) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': key }
      const init = { method: 'POST', headers, body: JSON.stringify({ body: words }) }
      return (await cloneClientForServer(web, ada).fetch(`/api/content/${contentId}/comments`, init)).json()
    }),
  )
  assert.deepEqual(answers[0], answers[1])
  const { items } = await ada.call(listComments, { params: { id: contentId }, query: { limit: 100 } })
  assert.equal(items.filter(({ body }) => body === words).length, 1)
})

test('an ETag issued by one server is valid on the other', async () => {
  for (const path of ['/', `/watch/${contentId}`]) {
    const [one, other] = site.webServers
    const etag = (await fetch(one!.url + path)).headers.get('etag')
    assert.ok(etag, path)
    const again = await fetch(other!.url + path, { headers: { 'if-none-match': etag } })
    assert.equal(again.status, 304, path)
  }
})

test('one person’s comments on both servers count toward one limit', async () => {
  const ben = await site.signUpMember()
  const codes: string[] = []
  for (let n = 0; n < 8; n += 1)
    codes.push(
      await says(ben).then(
        () => 'done',
        ({ code }: ApiCallError) => code,
      ),
    )
  const most = activityRateLimits.comments[0]!.most / 10
  assert.deepEqual(codes, [...Array.from({ length: most }, () => 'done'), 'too_fast', 'too_fast'])
})

test('ten concurrent likes by ten people across both servers are all counted', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => site.signUpMember()))
  const hands = people.flatMap((who) => site.webServers.map((web) => cloneClientForServer(web, who)))
  const counts = await countConcurrentOutcomes(hands.length, (n) =>
    hands[n]!.call(putLike, { params: { id: contentId } }),
  )
  assert.deepEqual(counts, { done: hands.length })
  assert.equal((await ada.call(getContent, { params: { id: contentId } })).likes_count, 10)
})
