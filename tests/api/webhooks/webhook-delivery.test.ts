import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import test, { after, before, beforeEach } from 'node:test'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import * as contract from '#contract/admin/webhooks.ts'
import { db } from '#server/platform/db/db.ts'
import { claimDueDeliveries } from '#server/webhooks/claim-deliveries.ts'
import { startWebhookDispatcher } from '#server/webhooks/dispatcher.ts'
import { recordDelivered, recordFailedAttempt } from '#server/webhooks/record-attempt.ts'
import { computeRetryDelay, defaultRetrySchedule } from '#server/webhooks/retry-schedule.ts'
import { listSentEmails } from '#tests/support/app/sent-emails.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import {
  addWebhook,
  fastRetries,
  fetchDeliveryLog,
  sendWaitingDeliveries,
} from '#tests/support/webhooks/test-webhooks.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { TestWebhookReceiver } from '#tests/support/servers/webhook-receiver.ts'

let receiver: TestWebhookReceiver
let other: TestWebhookReceiver
let testApp: TestApp
let admin: TestUser
before(async () => {
  receiver = await new TestWebhookReceiver().start()
  other = await new TestWebhookReceiver().start()
  const origins = `${receiver.url} ${other.url}`
  testApp = await startTestApp({ working: true, env: { WEBHOOK_TEST_ORIGINS: origins, PACE: '0' } })
  admin = await signUpStaff(testApp, 'delivery_admin', 'admin')
})
beforeEach(async () => {
  await db.deleteFrom('webhook_endpoints').execute()
  for (const one of [receiver, other]) {
    one.received = []
    one.held = []
    one.answer = () => ({ status: 204 })
  }
})
after(async () => {
  await testApp.close()
  await receiver.close()
  await other.close()
})

const sendTestEvent = async (id: string) =>
  (await admin.call(contract.sendWebhookTestEvent, { params: { id } })).delivery_id

test('a request is signed as Standard Webhooks specifies', async () => {
  const { id, secret } = await addWebhook(admin, `${receiver.url}/path?x=1`)
  await sendTestEvent(id)
  await sendWaitingDeliveries()
  const [{ path, headers, body, event }, ...more] = receiver.received as [(typeof receiver.received)[0]]
  assert.deepEqual(more, [])
  assert.equal(path, '/path?x=1')
  assert.deepEqual(event, { type: 'webhook.test', timestamp: event.timestamp, data: { webhook_id: id } })
  new Webhook(secret).verify(body, headers as Record<string, string>)
  const [item] = await fetchDeliveryLog(admin, id)
  assert.equal(headers['webhook-id'], item!.event_id)
  assert.ok(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000) < 60)
  // The signature without the library: HMAC-SHA256 with the decoded secret over id.timestamp.body.
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  assert.equal(
    headers['webhook-signature'],
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  )
  assert.throws(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>))
})

test('after a rotation, both secrets verify a request until the earlier one expires', async () => {
  const { id, secret: earlier } = await addWebhook(admin, receiver.url)
  const { secret: later } = await admin.call(contract.rotateWebhookSecret, { params: { id } })
  const verify = (secret: string) => {
    const { body, headers } = receiver.received.at(-1)!
    return new Webhook(secret).verify(body, headers as Record<string, string>)
  }
  await sendTestEvent(id)
  await sendWaitingDeliveries()
  verify(earlier)
  verify(later)
  await sql`update webhook_endpoints set previous_secret_expires_at = now() - interval '1 second'`.execute(db)
  await sendTestEvent(id)
  await sendWaitingDeliveries()
  verify(later)
  assert.throws(() => verify(earlier))
})

test('failed attempts are repeated with the same id, and the log shows the result', async () => {
  const { id } = await addWebhook(admin, receiver.url)
  const answers = [
    { status: 500, body: 'x'.repeat(5000) },
    'reset',
    { status: 302, headers: { location: other.url } },
  ]
  receiver.answer = () => (answers.shift() as never) ?? { status: 200, body: 'thanks' }
  await sendTestEvent(id)
  await sendWaitingDeliveries()
  assert.equal(receiver.received.length, 4)
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
  assert.equal(other.received.length, 0, 'redirects are not followed')
  const [item] = await fetchDeliveryLog(admin, id)
  assert.deepEqual(
    [item!.state, item!.attempts, item!.response_status, item!.response_body, item!.error],
    ['delivered', 4, 200, 'thanks', null],
  )
  assert.ok(item!.response_ms! >= 0)
})

test('a delivery fails after the last attempt, and can be replayed', async () => {
  const { id } = await addWebhook(admin, receiver.url)
  receiver.answer = () => ({ status: 503, body: `${'é'.repeat(2000)}` })
  const deliveryId = await sendTestEvent(id)
  await sendWaitingDeliveries()
  const [failed] = await fetchDeliveryLog(admin, id)
  assert.deepEqual([failed!.state, failed!.attempts, failed!.response_status], ['failed', 4, 503])
  assert.equal(failed!.response_body, 'é'.repeat(512), 'the first 1,024 bytes')
  receiver.answer = () => ({ status: 204 })
  await admin.call(contract.replayWebhookDelivery, { params: { id, delivery_id: deliveryId } })
  await sendWaitingDeliveries()
  assert.equal((await fetchDeliveryLog(admin, id))[0]!.state, 'delivered')
  assert.equal(receiver.received.length, 5)
})

test('all deliveries that have failed since a time are replayed, and no others', async () => {
  const { id } = await addWebhook(admin, receiver.url)
  receiver.answer = () => ({ status: 400 })
  for (let n = 0; n < 3; n += 1) await sendTestEvent(id)
  await sendWaitingDeliveries()
  await sql`update webhook_deliveries set created_at = now() - interval '3 days'
    where id = (select id from webhook_deliveries limit 1)`.execute(db)
  receiver.answer = () => ({ status: 204 })
  await sendTestEvent(id)
  await sendWaitingDeliveries()
  const since = new Date(Date.now() - 3600_000).toISOString()
  const replayed = await admin.call(contract.replayFailedWebhookDeliveries, {
    params: { id },
    body: { since },
  })
  assert.equal(replayed.deliveries, 2)
  await sendWaitingDeliveries()
  const states = (await fetchDeliveryLog(admin, id)).map(({ state }) => state)
  assert.deepEqual(states.toSorted(), ['delivered', 'delivered', 'delivered', 'failed'])
})

test('an endpoint that has failed for days is disabled, and the admins are told once', async () => {
  const { id } = await addWebhook(admin, `${receiver.url}/secret-path`)
  receiver.answer = () => ({ status: 500 })
  await sendTestEvent(id)
  await sendWaitingDeliveries()
  const get = () => admin.call(contract.getWebhook, { params: { id } })
  assert.ok((await get()).failing_since)
  await sql`update webhook_endpoints set failing_since = now() - interval '6 days'`.execute(db)
  await sendTestEvent(id)
  await sendTestEvent(id)
  await sendWaitingDeliveries()
  const { is_enabled, disabled_because } = await get()
  assert.deepEqual([is_enabled, disabled_because], [false, 'failing'])
  const emails = await waitUntil(async () => {
    const sent = (await listSentEmails(testApp)).filter(({ subject }) =>
      subject.startsWith('Webhook turned off'),
    )
    return sent.length > 0 && sent
  })
  assert.deepEqual(
    emails.map(({ to }) => to),
    ['delivery_admin@example.com'],
  )
  assert.ok(!emails[0]!.text.includes('secret-path'))
  const enabled = await admin.call(contract.updateWebhook, { params: { id }, body: { is_enabled: true } })
  assert.deepEqual([enabled.disabled_because, enabled.failing_since], [null, null])
})

test('an endpoint that answers 410 is disabled at once, and a success ends a series of failures', async () => {
  const { id } = await addWebhook(admin, receiver.url)
  const get = () => admin.call(contract.getWebhook, { params: { id } })
  const answers = [{ status: 500 }]
  receiver.answer = () => answers.shift() ?? { status: 204 }
  await sendTestEvent(id)
  await sendWaitingDeliveries()
  assert.equal((await get()).failing_since, null)
  receiver.answer = () => ({ status: 410 })
  await sendTestEvent(id)
  await sendWaitingDeliveries()
  assert.equal((await get()).disabled_because, 'gone')
  assert.equal(receiver.received.length, 3)
})

test('a slow receiver does not delay the others', async () => {
  const slow = await addWebhook(admin, receiver.url)
  const fast = await addWebhook(admin, other.url)
  receiver.answer = () => 'hold'
  for (let n = 0; n < 40; n += 1) await sendTestEvent(slow.id)
  for (let n = 0; n < 20; n += 1) await sendTestEvent(fast.id)
  const stop = startWebhookDispatcher({ schedule: fastRetries, perEndpoint: 4 })
  await waitUntil(() => other.received.length === 20)
  await waitUntil(() => receiver.held.length === 4)
  assert.equal(receiver.received.length, 4, 'at most four requests at a time')
  receiver.answer = () => ({ status: 204 })
  for (const response of receiver.held) response.writeHead(204).end()
  await waitUntil(() => receiver.received.length === 40)
  await stop()
})

test('several workers send each event once, and a worker takes over the events of a dead one', async () => {
  const { id } = await addWebhook(admin, receiver.url)
  for (let n = 0; n < 60; n += 1) await sendTestEvent(id)
  const stops = Array.from({ length: 4 }, () => startWebhookDispatcher({ schedule: fastRetries }))
  await waitUntil(() => receiver.received.length >= 60)
  await Promise.all(stops.map((stop) => stop()))
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 60)
  assert.equal(receiver.received.length, 60)
  const lost = await sendTestEvent(id)
  // A worker has claimed the delivery and died.
  await sql`update webhook_deliveries set attempts = 1, next_attempt_at = now() - interval '1 second'
    where id = ${lost}`.execute(db)
  await sendWaitingDeliveries()
  assert.equal(receiver.received.length, 61)
})

test('the late result of a worker whose lease has ended does not overwrite that of its successor', async () => {
  const { id } = await addWebhook(admin, receiver.url)
  await sendTestEvent(id)
  const [late] = await claimDueDeliveries(new Map(), 1)
  await sql`update webhook_deliveries set next_attempt_at = now() - interval '1 second'`.execute(db)
  const [successor] = await claimDueDeliveries(new Map(), 1)
  assert.equal(successor!.id, late!.id)
  const result = { body: null, error: null, retryAfter: null, ms: 1 }
  await recordDelivered(successor!, { ...result, status: 204 })
  await recordFailedAttempt(late!, { ...result, status: 500 }, fastRetries)
  const [logged] = await fetchDeliveryLog(admin, id)
  assert.deepEqual([logged!.state, logged!.response_status], ['delivered', 204])
  const second = await sendTestEvent(id)
  const [slow] = await claimDueDeliveries(new Map(), 1)
  await sql`update webhook_deliveries set next_attempt_at = now() - interval '1 second' where id = ${second}`.execute(
    db,
  )
  await claimDueDeliveries(new Map(), 1)
  await recordFailedAttempt(slow!, { ...result, status: 500 }, fastRetries)
  assert.equal((await fetchDeliveryLog(admin, id))[0]!.response_status, null)
})

test('retries take about a day, and honour Retry-After up to six hours', () => {
  const { maxAttempts } = defaultRetrySchedule
  const total = (pick: (delays: number[]) => number) =>
    Array.from({ length: maxAttempts - 1 }, (_, n) =>
      pick(Array.from({ length: 200 }, () => computeRetryDelay(defaultRetrySchedule, n + 1))),
    ).reduce((sum, delay) => sum + delay, 0) / 3600_000
  const [shortest, longest] = [total((all) => Math.min(...all)), total((all) => Math.max(...all))]
  assert.ok(shortest > 17 && shortest < 19, `${shortest} h`)
  assert.ok(longest > 26 && longest < 28, `${longest} h`)
  assert.equal(computeRetryDelay(defaultRetrySchedule, 1, 120), 120_000)
  assert.equal(computeRetryDelay(defaultRetrySchedule, 1, 10 * 86_400), 6 * 3600_000)
})
