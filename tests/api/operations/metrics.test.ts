import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'
import { registerPageRoutes } from '#server/platform/http/page-route-patterns.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { type TestApp, startTestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { findFreePort, createDataDir, startServerProcess } from '#tests/support/processes/server-process.ts'
import { pageRoutes as pages } from '#tests/support/fixtures/page-routes.ts'

const token = 'a-token-of-the-operator'

let testApp: TestApp
let ada: TestUser
before(async () => {
  testApp = await startTestApp({ env: { METRICS_TOKEN: token } })
  ada = await testApp.signUpMember('ada')
  // This test does not mount any pages, so no page routes are registered.
  registerPageRoutes(pages.map(({ path }) => path))
})
after(() => testApp.close())

const withToken = (shown = token) => ({ headers: { authorization: `Bearer ${shown}` } })
const readMetrics = async () => (await testApp.anonymousUser().fetch('/metrics', withToken())).text()

/** Returns the value of a metric series, found by its name and some of its labels. */
function valueOf(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const line = text
    .split('\n')
    .find(
      (one) =>
        one.startsWith(name) &&
        /[{ ]/.test(one[name.length] ?? '') &&
        Object.entries(labels).every(([label, value]) => one.includes(`${label}="${value}"`)),
    )
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')))
}

test('the metrics endpoint requires the operator’s token and returns 404 without it', async () => {
  const nothing = await testApp.anonymousUser().fetch('/api/nothing/of/the/kind')
  for (const [who, init] of [
    [testApp.anonymousUser(), undefined],
    [ada, undefined],
    [testApp.anonymousUser(), withToken('another-token-that-is-long')],
    [testApp.anonymousUser(), { headers: { authorization: token } }],
  ] as const) {
    const refused = await who.fetch('/metrics', init)
    assert.equal(refused.status, 404)
    const [one, other] = (await Promise.all([refused.json(), nothing.clone().json()])) as { error: unknown }[]
    assert.deepEqual(one!.error, other!.error)
  }
  const right = await testApp.anonymousUser().fetch('/metrics', withToken())
  assert.equal(right.status, 200)
  assert.match(right.headers.get('content-type')!, /^text\/plain; version=0\.0\.4/)
})

test('metrics count requests by route pattern and contain no personal data', async () => {
  const video = await createPublishedVideo(ada)
  const traces = [video, 'grandma', 'ada', 'PURPLE', 'kitten']
  await ada.fetch(`/api/content/${video}`)
  await ada.fetch(`/api/content/${video}?kitten=1`)
  await ada.fetch('/creator/ada')
  await ada.fetch('/creator/grandma.data?kitten=1')
  await ada.fetch('/nothing/grandma', { method: 'PURPLE' })
  await ada.fetch(`/api/content/${video}`, {
    method: 'PATCH',
    headers: { origin: 'https://grandma.example' },
  })
  const text = await readMetrics()
  const requests = 'afterbell_http_request_duration_seconds_count'
  assert.ok(valueOf(text, requests, { route: '/api/content/{id}', method: 'GET', status: '2xx' })! >= 1)
  assert.ok(valueOf(text, requests, { route: '/creator/{username}', method: 'GET' })! >= 1)
  assert.ok(valueOf(text, requests, { route: '/creator/{username}.data', method: 'GET' })! >= 1)
  assert.ok(valueOf(text, requests, { route: 'other', method: 'other', status: '4xx' })! >= 1)
  assert.ok(valueOf(text, 'afterbell_refusals_total', { code: 'foreign_origin' })! >= 1)
  for (const trace of traces) assert.ok(!text.includes(trace), `${trace} is in the metrics`)
})

test('every process reports the same queue length and the same age for the oldest job', async () => {
  await sql`select pgboss.create_queue('left-alone', '{"policy":"standard"}')`.execute(db)
  await sql`insert into pgboss.job (name, start_after) values ('left-alone', now() - interval '90 s'), ('left-alone', now() - interval '30 s')`.execute(
    db,
  )
  await sql`insert into pgboss.job (name, start_after) values ('left-alone', now() + interval '1 hour')`.execute(
    db,
  )
  const port = await findFreePort()
  const env = { ROLE: 'worker', DATABASE_URL: testApp.databaseUrl, METRICS_PORT: String(port) }
  const worker = await startServerProcess({ dataDir: await createDataDir(), env })
  const readQueueMetrics = async () => {
    const text = await readMetrics()
    return text.includes('left-alone') ? text : undefined
  }
  try {
    const workerUrl = `http://127.0.0.1:${port}`
    // Queue metrics are cached for a second.
    await waitUntil(readQueueMetrics)
    const texts = [await readMetrics(), await (await fetch(`${workerUrl}/metrics`)).text()]
    for (const text of texts) {
      assert.equal(valueOf(text, 'afterbell_queue_waiting_jobs', { queue: 'left-alone' }), 2)
      const oldest = valueOf(text, 'afterbell_queue_oldest_waiting_seconds', { queue: 'left-alone' })!
      assert.ok(oldest >= 90 && oldest < 120, String(oldest))
      assert.equal(valueOf(text, 'afterbell_database_up'), 1)
      assert.ok(valueOf(text, 'afterbell_queue_waiting_jobs', { queue: 'process' }) !== undefined)
      assert.match(text, /^afterbell_db_connections\{(?=.*pool="work").*\} [1-9]/m)
    }
    for (const name of ['process_resident_memory_bytes', 'process_cpu_seconds_total'])
      assert.ok(valueOf(texts[1]!, name)! > 0, name)
    assert.ok(valueOf(texts[1]!, 'nodejs_eventloop_lag_p99_seconds') !== undefined)
    assert.equal((await fetch(`${workerUrl}/readyz`)).status, 200)
    assert.equal((await fetch(`${workerUrl}/api/content`)).status, 404)
  } finally {
    await worker.stop()
  }
})
