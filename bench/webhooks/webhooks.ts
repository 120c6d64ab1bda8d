/*
 * `npm run bench:webhooks` delivers events to a receiver that fails at random, with a real PostgreSQL database, real
 * domain events, the job queue and two dispatchers. `--events 10000` sets the number of events. Retries follow after
 * milliseconds instead of hours, and the receiver may take 300 ms instead of 10 s.
 *
 * Other webhooks lead to a canary on this machine: their names resolve to private addresses. The receiver also redirects
 * some requests to the canary. Every connection attempt of the process is recorded.
 */
import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import '#server/platform/node-runtime.ts'
import { sendWebhookTestEvent } from '#contract/admin/webhooks.ts'
import { emitEvent, setEventListeners } from '#server/domain-events.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import { startWebhookDispatcher } from '#server/webhooks/dispatcher.ts'
import { emitWebhookEvents } from '#server/webhooks/webhook-events.ts'
import { signUpStaff } from '#tests/support/app/staff.ts'
import { startTestApp } from '#tests/support/app/test-app.ts'
import { addWebhook } from '#tests/support/webhooks/test-webhooks.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { TestWebhookReceiver } from '#tests/support/servers/webhook-receiver.ts'
import { printMachineInfo } from '../machine-info.ts'
import { privateAddresses } from './private-addresses.ts'
import { answerAtRandom, failureShare } from './random-answers.ts'

const { values } = parseArgs({ options: { events: { type: 'string', default: '10000' } } })
const events = Number(values.events)
const canaryEvents = 200
process.env['LOG_LEVEL'] ??= 'error'
printMachineInfo()

const attempts = new Set<string>()
subscribe('net.client.socket', (message) => {
  const { socket } = message as { socket: Socket }
  socket.on('connectionAttempt', (ip: string, port: number) => attempts.add(`${ip} ${port}`))
})
const canary = await new TestWebhookReceiver().start()
const receiver = await new TestWebhookReceiver().start()
receiver.answer = answerAtRandom(canary.url)
const testApp = await startTestApp({
  working: true,
  env: { WEBHOOK_TEST_ORIGINS: receiver.url, PACE: '0' },
})
const admin = await signUpStaff(testApp, 'bench_admin', 'admin')
const { id, secret } = await addWebhook(admin, receiver.url)
await addCanaryWebhooks()

// Notifications are not part of the measurement.
setEventListeners([emitWebhookEvents])
const startedAt = performance.now()
await postComments()
const emittedAt = performance.now()
const options = {
  schedule: { maxAttempts: 12, firstDelayMs: 20, longestDelayMs: 1000 },
  timeoutMs: 300,
  perEndpoint: 32,
  pollMs: 50,
  resolve: async () => privateAddresses(),
}
const dispatchers = [startWebhookDispatcher(options), startWebhookDispatcher(options)]
await waitUntil(() => isEverythingDelivered(), 1800)
const endedAt = performance.now()
await Promise.all(dispatchers.map((stop) => stop()))

const missed = await printResults()
await testApp.close()
await receiver.close()
await canary.close()
console.log(missed === 0 ? 'all thresholds met' : `${missed} thresholds missed`)
process.exit(missed === 0 ? 0 : 1)

/** The names of these webhooks lead to private addresses, among them that of the canary. */
async function addCanaryWebhooks(): Promise<void> {
  for (const host of ['canary.example.com', 'rebinding.example.com']) {
    const canaryWebhook = await addWebhook(admin, `https://${host}/`, ['report.opened'])
    for (let n = 0; n < canaryEvents / 2; n += 1)
      await admin.call(sendWebhookTestEvent, { params: { id: canaryWebhook.id } })
  }
}

/** Posts the comments, and emits their domain events in the same transactions. */
async function postComments(): Promise<void> {
  const creator = await testApp.signUpMember('bench_creator', 19)
  const content_id = await createPublishedVideo(creator)
  const batch = 500
  for (let done = 0; done < events; done += batch)
    await transaction(async (tx) => {
      const rows = await tx
        .insertInto('comments')
        .values(
          Array.from({ length: Math.min(batch, events - done) }, (_, n) => ({
            content_id,
            user_id: creator.id,
            body: `Comment ${done + n}`,
          })),
        )
        .returning('id')
        .execute()
      for (const row of rows)
        await emitEvent(tx, {
          type: 'comment_posted',
          comment: { id: row.id, content_id, body: '' } as never,
        })
    })
}

async function isEverythingDelivered(): Promise<boolean> {
  const { rows } = await sql<{ ended: number }>`select count(*)::int as ended from webhook_deliveries
    where state <> 'waiting'`.execute(db)
  return rows[0]!.ended === events + canaryEvents
}

/** Prints the results and returns the number of missed thresholds. */
async function printResults(): Promise<number> {
  const states = await db
    .selectFrom('webhook_deliveries')
    .select(['state', 'error', sql<number>`count(*)::int`.as('count')])
    .where('endpoint_id', '=', id)
    .groupBy(['state', 'error'])
    .execute()
  const refused = await sql<{ count: number }>`select count(*)::int as count from webhook_deliveries
    where endpoint_id <> ${id} and state = 'failed' and error = 'address_not_public'`.execute(db)
  const verifier = new Webhook(secret)
  let unverified = 0
  const delivered = new Set<unknown>()
  for (const { body, headers } of receiver.received)
    try {
      verifier.verify(body, headers as Record<string, string>)
      delivered.add(headers['webhook-id'])
    } catch {
      unverified += 1
    }
  const state = states.map((row) => `${row.count} ${row.state}`).join(', ')
  const seconds = (endedAt - emittedAt) / 1000
  const databasePort = new URL(testApp.databaseUrl).port
  const expected = [receiver.url, testApp.databaseUrl].map((url) => `127.0.0.1 ${new URL(url).port}`)
  const foreign = [...attempts].filter(
    // PostgreSQL can listen on a Unix socket.
    (attempt) =>
      !attempt.startsWith('/') && !expected.includes(attempt) && !attempt.endsWith(` ${databasePort}`),
  )
  console.log(`events emitted in ${((emittedAt - startedAt) / 1000).toFixed(1)} s`)
  console.log(
    `${events} deliveries in ${seconds.toFixed(1)} s (${(events / seconds).toFixed(0)} per second), ` +
      `${receiver.received.length} requests, ${(failureShare * 100).toFixed(0)} % of them fail`,
  )
  return [
    check('delivered', state, states.length === 1 && states[0]!.state === 'delivered'),
    check('different events received', String(delivered.size), delivered.size === events),
    check('requests whose signature the reference library refuses', String(unverified), unverified === 0),
    check(
      'deliveries to private addresses refused',
      `${refused.rows[0]!.count} of ${canaryEvents}`,
      refused.rows[0]!.count === canaryEvents,
    ),
    check('connections to the canary', String(canary.connections), canary.connections === 0),
    check('connection attempts to other addresses', foreign.join() || '0', foreign.length === 0),
  ].filter((isMet) => !isMet).length
}

function check(name: string, value: string, isMet: boolean): boolean {
  console.log(`${name}: ${value}${isMet ? '' : '  MISSED'}`)
  return isMet
}
