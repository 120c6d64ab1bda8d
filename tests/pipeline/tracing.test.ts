import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import test, { type TestContext } from 'node:test'
import { commonTestClips } from '#tests/support/media/generated-clips.ts'
import { startTraceCollector, type ReceivedSpan } from '#tests/support/servers/trace-collector.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { createDataDir, startServerProcess } from '#tests/support/processes/server-process.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { uploadAndAwaitProcessing } from '#tests/support/clients/upload-client.ts'

// Prints the loaded modules of OpenTelemetry and the S3 client.
const watcher = `import { registerHooks } from 'node:module'
  registerHooks({ resolve(name, context, next) {
    const found = next(name, context)
    if (/@aws-sdk|@opentelemetry/.test(found.url)) process.stderr.write('loads ' + found.url + '\\n')
    return found
  } })`

async function started(t: TestContext, env: Record<string, string>) {
  const [database, dataDir] = [await createTestDatabase(), await createDataDir()]
  const loads: string[] = []
  const server = await startServerProcess({
    dataDir,
    env: {
      DATABASE_URL: database.url,
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(watcher)}`,
      ...env,
    },
    hear: (line) => line.startsWith('loads ') && loads.push(line),
  })
  t.after(async () => {
    await server.stop()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return { server, loads }
}

test('loads OpenTelemetry only if a trace endpoint is set, and the S3 client only if a bucket is set', async (t) => {
  const { server, loads } = await started(t, {})
  await fetch(`${server.url}/api/auth/verify-email?token=x`)
  await signUpOverHttp(server.url, 'grandma')
  assert.deepEqual(loads, [])
})

test('requests, jobs, ffmpeg runs and SQL statements are linked in traces without personal data', async (t) => {
  const collector = await startTraceCollector()
  t.after(collector.close)
  const { server, loads } = await started(t, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const grandma = await signUpOverHttp(server.url, 'grandma')
  const video = { path: await commonTestClips.small(), fileName: 'holiday.mp4', title: 'Holiday film' }
  const { contentId } = await uploadAndAwaitProcessing(grandma, { ...video, by: 'form' })
  const response = await grandma.fetch(`/api/search?q=kitten`)
  await grandma.fetch('/creator/grandma?kitten=2')
  await grandma.fetch(`/api/content/${contentId}/comments`)
  await server.stop()
  const { spans } = collector
  assert.ok(
    loads.some((line) => line.includes('@opentelemetry')),
    'OpenTelemetry was not loaded',
  )
  assert.deepEqual([...collector.paths], ['/v1/traces'])

  const one = (name: string, more: (span: ReceivedSpan) => boolean = () => true): ReceivedSpan => {
    const found = spans.find((span) => span.name === name && more(span))
    assert.ok(found, `${name} in ${[...new Set(spans.map((span) => span.name))].join(', ')}`)
    return found
  }
  const above = (span: ReceivedSpan) => spans.find(({ spanId }) => spanId === span.parentSpanId)
  const below = (span: ReceivedSpan, name: string) =>
    one(name, ({ parentSpanId }) => parentSpanId === span.spanId)

  const search = one('GET /api/search')
  assert.equal(search.service, 'afterbell')
  assert.equal(search.parentSpanId, undefined)
  assert.equal(search.facts['http.response.status_code'], 200)
  assert.equal(search.facts['afterbell.request_id'], response.headers.get('x-request-id'))
  const statement = below(search, 'sql select')
  assert.match(String(statement.facts['db.query.text']), /from .*\$1/s)
  assert.equal(statement.traceId, search.traceId)

  const page = one('GET /creator/{username}')
  assert.equal(
    above(one('GET /api/session', (span) => above(span) === page)),
    page,
    'API calls made by a page are child spans of the page',
  )

  const job = one('job process')
  assert.equal(job.facts['messaging.destination.name'], 'process')
  const first = below(job, 'first rendition')
  assert.equal(below(first, 'ffmpeg').facts['afterbell.outcome'], 'ok')
  assert.ok(first.milliseconds <= job.milliseconds)
  below(job, 'ffprobe')

  for (const trace of ['grandma', 'Grandma', 'kitten', 'oliday', '127.0.0.1', contentId, 'kayak'])
    assert.ok(!collector.said().includes(trace), `${trace} is in the traces`)
})
