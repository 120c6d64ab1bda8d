/* Tests that an access change takes effect before later messages are delivered, even if delivery is slow. */
import assert from 'node:assert/strict'
import test, { after, before, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { liveUpdateBatchMs } from '#contract/live-update-limits.ts'
import { pool, type Tx, transaction } from '#server/platform/db/db.ts'
import { openEventStream } from '#server/platform/live-updates/event-stream.ts'
import { subscribeToTopic } from '#server/platform/live-updates/live-updates.ts'
import { publishLiveEvent } from '#server/platform/live-updates/publish-live-event.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { type TestApp, startTestApp } from '#tests/support/app/test-app.ts'
import { proxyLiveUpdates } from '#tests/support/app/live-updates-proxy.ts'

let testApp: TestApp
before(async () => {
  testApp = await startTestApp()
})
after(() => testApp.close())

function abortAfter(t: TestContext): AbortController {
  const over = new AbortController()
  t.after(() => over.abort())
  return over
}

const publishCounts = (tx: Tx, topic: string) =>
  publishLiveEvent(tx, topic, 'counts', { likes_count: 1, comments_count: 1 })

/**
 * Subscribes to a topic with access changes and a topic with content updates. `order` lists the topics in the
 * order in which messages arrive.
 */
async function subscribeToBoth(name: string, signal: AbortSignal) {
  const order: string[] = []
  const subscribe = (topic: string, announcesAccess: boolean) =>
    subscribeToTopic(topic, 0, () => order.push(topic), signal, { announcesAccess })
  await subscribe(`rights:${name}`, true)
  await subscribe(`content:${name}`, false)
  return order
}

test('a live-update stream delivers an access change before later messages on other topics, even if the change takes longer to read', async (t) => {
  const over = abortAfter(t)
  const order = await subscribeToBoth('slow', over.signal)
  await transaction(async (tx) => {
    // Reading 20 MB of events takes longer than reading the events of the other topic.
    await sql`insert into live_events (topic, name, data)
      select 'rights:slow', 'audience', jsonb_build_object('of', repeat('x', 1000000))
      from generate_series(1, 20)`.execute(tx)
    await publishLiveEvent(tx, 'rights:slow', 'audience', {})
    await publishCounts(tx, 'content:slow')
  })
  await waitUntil(async () => order.includes('content:slow'))
  assert.equal(order.indexOf('content:slow'), 21)
})

async function hasWaitingRead(): Promise<boolean> {
  // Uses the pool directly, because Kysely refuses a second connection within a transaction.
  const { rows } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}

test('a live update waits for an earlier access change whose notification arrives late', async (t) => {
  const line = await proxyLiveUpdates(t, testApp.databaseUrl)
  const over = abortAfter(t)
  const order = await subscribeToBoth('late', over.signal)
  await transaction(async (tx) => {
    await sql`lock table live_events in access exclusive mode`.execute(tx)
    // This notification makes the process read the topic. The read waits for the lock, and then also returns
    // the message that is published below.
    await pool.query(`select pg_notify('live', 'content:late')`)
    await waitUntil(hasWaitingRead)
    line.mode = 'hold'
    await publishLiveEvent(tx, 'rights:late', 'audience', {})
    await publishCounts(tx, 'content:late')
  })
  await waitUntil(async () => !(await hasWaitingRead()))
  line.mode = 'pass'
  await waitUntil(async () => order.length === 2)
  assert.deepEqual(order, ['rights:late', 'content:late'])
})

test('a live-update stream delivers no messages while access is being checked', async (t) => {
  for (const [name, allowed] of [
    ['granted', true],
    ['denied', false],
  ] as const) {
    const check = Promise.withResolvers<boolean>()
    let checks = 0
    const over = abortAfter(t)
    const response = await openEventStream({
      topic: `content:${name}`,
      accessTopics: [`rights:${name}`],
      request: new Request('http://localhost/', { signal: over.signal }),
      listener: { memberId: null, address: '2001:db8::1' },
      // The server checks access for the first time while it opens the stream.
      hasAccess: () => (++checks === 1 ? Promise.resolve(true) : check.promise),
    })
    let text = ''
    const ended = (async () => {
      for await (const part of response.body!.pipeThrough(new TextDecoderStream())) text += part
    })().catch(() => {})
    await waitUntil(async () => checks === 1)
    await transaction((tx) => publishLiveEvent(tx, `rights:${name}`, 'audience', {}))
    await waitUntil(async () => checks === 2)
    const arrived = Promise.withResolvers<void>()
    await subscribeToTopic(`content:${name}`, 0, () => arrived.resolve(), over.signal)
    await transaction((tx) => publishCounts(tx, `content:${name}`))
    await arrived.promise
    assert.doesNotMatch(text, /event: counts/)
    check.resolve(allowed)
    await waitUntil(async () => text.includes(allowed ? 'event: counts' : 'event: gone'))
    assert.equal(text.includes('event: counts'), allowed)
    over.abort()
    await ended
  }
})

test('a stream ends with the reason even if an access check finds that the resource is gone before the event arrives', async (t) => {
  const over = abortAfter(t)
  const check = Promise.withResolvers<boolean>()
  const response = await openEventStream({
    topic: 'content:removed',
    accessTopics: ['rights:removed'],
    request: new Request('http://localhost/', { signal: over.signal }),
    listener: { memberId: null, address: '2001:db8::1' },
    // The message arrives while access is being checked, so it is held back.
    hasAccess: () => check.promise,
  })
  await transaction((tx) => publishLiveEvent(tx, 'content:removed', 'gone', { reason: 'cancelled' }))
  check.resolve(false)
  assert.match(await response.text(), /event: gone\ndata: \{"reason":"cancelled"\}\n\n$/)
})

test('events that close players are not delayed by the batches of a busy topic', async (t) => {
  const over = abortAfter(t)
  const names: string[] = []
  await subscribeToTopic('content:busy', 0, ({ name }) => void names.push(name), over.signal)
  const rounds = 20
  const startedAt = performance.now()
  for (let round = 1; round <= rounds; round += 1) {
    await transaction((tx) => publishCounts(tx, 'content:busy'))
    await transaction((tx) => publishLiveEvent(tx, 'content:busy', 'broadcast', { cut: true }))
    await waitUntil(() => names.filter((name) => name === 'broadcast').length === round)
  }
  // Every round would wait for a batch, except the first one.
  const elapsedMs = performance.now() - startedAt
  assert.ok(elapsedMs < (rounds * liveUpdateBatchMs) / 2, `${rounds} events took ${elapsedMs} ms`)
})
