/*
 * A canary listens on this machine. No webhook may ever connect to it, whatever the URL, the DNS server and the receiver
 * do. The test also records every connection attempt of this process.
 */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import test, { after, before, beforeEach } from 'node:test'
import * as contract from '#contract/admin/webhooks.ts'
import { db } from '#server/platform/db/db.ts'
import { OutboundError, postToCheckedAddress } from '#server/platform/outbound/post-to-checked-address.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { addWebhook, fetchDeliveryLog, sendWaitingDeliveries } from '#tests/support/webhooks/test-webhooks.ts'
import { TestWebhookReceiver } from '#tests/support/servers/webhook-receiver.ts'

let canary: TestWebhookReceiver
let receiver: TestWebhookReceiver
let testApp: TestApp
let admin: TestUser
let attempts: string[] = []
const record = (message: unknown) =>
  (message as { socket: Socket }).socket.on('connectionAttempt', (ip: string, port: number) =>
    attempts.push(`${ip} ${port}`),
  )

before(async () => {
  // The receiver has an address of its own, so that it can play the part of a public host.
  receiver = await new TestWebhookReceiver().start('127.0.0.2')
  canary = await new TestWebhookReceiver().start('127.0.0.1', Number(new URL(receiver.url).port))
  testApp = await startTestApp({ env: { PACE: '0' } })
  admin = await signUpStaff(testApp, 'address_admin', 'admin')
  subscribe('net.client.socket', record)
})
beforeEach(() => {
  attempts = []
  receiver.received = []
})
after(async () => {
  unsubscribe('net.client.socket', record)
  assert.equal(canary.connections, 0)
  await testApp.close()
  await receiver.close()
  await canary.close()
})

const at = (...addresses: string[]) =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
const post = (
  url: string,
  options: Partial<Parameters<typeof postToCheckedAddress>[1]>,
): ReturnType<typeof postToCheckedAddress> =>
  postToCheckedAddress(new URL(url), {
    headers: {},
    body: '{}',
    timeoutMs: 2000,
    maxResponseBytes: 1024,
    isAllowedAddress: (address) => address === '127.0.0.2',
    ...options,
  })
const failureOf = (sent: Promise<unknown>) =>
  sent.then(
    () => 'delivered',
    (error) => (error as OutboundError).failure,
  )

test('a name that leads to a private address is refused without a connection', async () => {
  const { id } = await addWebhook(admin, 'https://hooks.example.com/')
  const resolved: string[] = []
  for (const addresses of [
    ['127.0.0.1'],
    ['::1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['100.64.0.1'],
    ['::ffff:127.0.0.1'],
    ['64:ff9b::7f00:1'],
    ['fd00::1'],
    ['fe80::1%lo'],
    ['224.0.0.1'],
    ['93.184.215.14', '127.0.0.1'],
    ['127.0.0.1', '93.184.215.14'],
  ]) {
    await admin.call(contract.sendWebhookTestEvent, { params: { id } })
    const resolve = async (name: string) => (resolved.push(name), at(...addresses))
    await sendWaitingDeliveries({ resolve, schedule: { maxAttempts: 1, firstDelayMs: 1, longestDelayMs: 1 } })
    const [item] = await fetchDeliveryLog(admin, id)
    assert.deepEqual([item!.state, item!.error], ['failed', 'address_not_public'], addresses.join())
  }
  assert.ok(resolved.every((name) => name === 'hooks.example.com'))
  assert.deepEqual(attempts.filter(isNotPostgres), [])
})

test('a URL that became invalid after the webhook was created is refused without a connection', async () => {
  const { id } = await addWebhook(admin, 'https://hooks.example.com/')
  for (const url of [
    `http://127.0.0.1:${new URL(canary.url).port}/`,
    'https://127.0.0.1/',
    'https://[::1]/',
  ]) {
    await db.updateTable('webhook_endpoints').set({ url }).where('id', '=', id).execute()
    await admin.call(contract.sendWebhookTestEvent, { params: { id } })
    await sendWaitingDeliveries({ schedule: { maxAttempts: 1, firstDelayMs: 1, longestDelayMs: 1 } })
    assert.equal((await fetchDeliveryLog(admin, id))[0]!.error, 'address_not_public', url)
  }
  assert.deepEqual(attempts.filter(isNotPostgres), [])
})

test('the connection goes to the checked address, even if the name leads to another address the next time', async () => {
  const { port } = new URL(receiver.url)
  let lookups = 0
  const resolve = async () => at(++lookups === 1 ? '127.0.0.2' : '127.0.0.1')
  const { status } = await post(`http://rebinding.example:${port}/`, { resolve })
  assert.equal(status, 204)
  assert.equal(lookups, 1)
  assert.equal(receiver.received[0]!.headers.host, `rebinding.example:${port}`)
  assert.deepEqual(attempts.filter(isNotPostgres), [`127.0.0.2 ${port}`])
  assert.equal(await failureOf(post(`http://rebinding.example:${port}/`, { resolve })), 'address_not_public')
  assert.equal(await failureOf(post(canary.url, {})), 'address_not_public')
})

test('redirects to a private address are not followed', async () => {
  receiver.answer = () => ({ status: 307, headers: { location: canary.url } })
  const { status } = await post(receiver.url, {})
  assert.equal(status, 307)
  receiver.answer = () => ({ status: 204 })
})

test('large responses are cut off, and slow ones end with the timeout', async () => {
  receiver.answer = () => ({ status: 200, body: `a\0${'b'.repeat(5_000_000)}` })
  const { body } = await post(receiver.url, {})
  assert.equal(body, `a${'b'.repeat(1022)}`)
  receiver.answer = () => 'hold'
  assert.equal(await failureOf(post(receiver.url, { timeoutMs: 100 })), 'timeout')
  receiver.answer = () => ({ status: 204 })
})

test('a lookup that never ends, an unknown name and a closed port are failures', async () => {
  const never = () => new Promise<never>(() => {})
  assert.equal(await failureOf(post('http://slow.example/', { timeoutMs: 100, resolve: never })), 'timeout')
  const none = () => Promise.reject(new Error('ENOTFOUND'))
  assert.equal(await failureOf(post('http://none.example/', { resolve: none })), 'host_unknown')
  const closed = createServer().listen(0, '127.0.0.2')
  await once(closed, 'listening')
  const { port } = closed.address() as { port: number }
  closed.close()
  assert.equal(await failureOf(post(`http://127.0.0.2:${port}/`, {})), 'connection_failed')
})

test('a host without a valid certificate for its name gets no request', async () => {
  const { port } = new URL(receiver.url)
  const resolve = async () => at('127.0.0.2')
  const earlier = receiver.received.length
  assert.equal(await failureOf(post(`https://plain.example:${port}/`, { resolve })), 'certificate_invalid')
  assert.equal(receiver.received.length, earlier)
})

/** The application is connected to its database in this process too. */
function isNotPostgres(attempt: string): boolean {
  return !attempt.startsWith('/') && attempt !== `127.0.0.1 ${new URL(testApp.databaseUrl).port}`
}
