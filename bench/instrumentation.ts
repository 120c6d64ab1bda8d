/*
 * `npm run bench:instrumentation` measures the cost of metrics and tracing per request. The benchmark
 * measures the CPU time that this process uses for requests that load a list or an item, in three variants of
 * the server. The first variant is the unchanged server, which records metrics. The second variant records
 * every metric twice, so its extra CPU time is the cost of metrics. The third variant traces every request
 * and exports the traces to a running collector. The variants alternate in one run, because only measurements
 * made within a short time are comparable.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { Hono } from 'hono'
import { measureRequests } from '#server/platform/http/request-metrics.ts'
import type { App } from '#server/platform/http/app.ts'
import { startTracing, stopTracing } from '#server/platform/tracing/tracing.ts'
import { startTestPostgres } from '#tests/support/postgres/test-database.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import { startTestApp } from '#tests/support/app/test-app.ts'
import { printMachineInfo } from './machine-info.ts'
import { type BenchMetric, printMetrics } from './bench-metrics.ts'
import { median } from '#tests/support/measurements/statistics.ts'

const { values: asked } = parseArgs({
  options: { rounds: { type: 'string', default: '11' }, requests: { type: 'string', default: '1000' } },
})
const [rounds, requests] = [Number(asked.rounds), Number(asked.requests)]

printMachineInfo()
const server = await startTestPostgres()
process.env['TEST_DATABASE_URL'] = server.url
const testApp = await startTestApp()
const sink = await startTraceSink()
const ada = await testApp.signUpMember('ada')
const films = await Promise.all(
  Array.from({ length: 40 }, (_, n) => createPublishedVideo(ada, { title: `Film ${n}` })),
)

const again: App = new Hono()
again.use(measureRequests)
again.all('*', (c) => testApp.app.fetch(c.req.raw))
const through: App = new Hono()
through.all('*', (c) => testApp.app.fetch(c.req.raw))

let over = 0
for (const [name, path] of [
  ['a list of 12', '/api/content?limit=12'],
  ['one item', `/api/content/${films[0]}`],
] as const)
  over += printMetrics(await instrumentationMetrics(name, path))
sink.close()
await testApp.close()
await server.stop()
printMachineInfo()
process.exit(over === 0 ? 0 : 1)

async function instrumentationMetrics(name: string, path: string): Promise<BenchMetric[]> {
  const [plain, counted, traced]: number[][] = [[], [], []]
  await cpuTimePerRequest(testApp.app, path)
  for (let round = 0; round < rounds; round += 1) {
    plain!.push(await cpuTimePerRequest(through, path))
    counted!.push(await cpuTimePerRequest(again, path))
    await startTracing({ endpoint: sink.url, service: 'bench', share: 1 })
    traced!.push(await cpuTimePerRequest(through, path))
    await stopTracing()
  }
  const ratio = (of: number[]) => median(of.map((value, nth) => value / plain![nth]!))
  return [
    { name: `${name}: CPU time per request`, value: median(plain!), unit: 'ms' },
    { name: `${name}: with metrics recorded twice`, value: ratio(counted!), unit: '×', max: 1.03 },
    { name: `${name}: with tracing, statements included`, value: ratio(traced!), unit: '×' },
  ]
}

/**
 * Returns the CPU time that this process uses per request, in milliseconds, with eight concurrent requests.
 */
async function cpuTimePerRequest(app: App, path: string): Promise<number> {
  const before = process.cpuUsage()
  const ask = async () => {
    for (let n = 0; n < requests / 8; n += 1) {
      const response = await app.request(path)
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
      await response.text()
    }
  }
  await Promise.all(Array.from({ length: 8 }, ask))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / requests
}

/**
 * Starts a separate process that receives and discards traces, because the cost of receiving traces must not
 * be measured.
 */
async function startTraceSink() {
  const script = `const server = require('http').createServer((request, answer) => {
    request.resume().on('end', () => answer.end('{}'))
  }).listen(0, '127.0.0.1', () => console.log(server.address().port))`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: `http://127.0.0.1:${String(port).trim()}`, close: () => child.kill() }
}
