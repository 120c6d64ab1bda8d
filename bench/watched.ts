/*
 * What it costs a request to be counted, and to be traced: `npm run bench:watched`. Processor time of this process for a list and for an item, asked
 * in turns in one run, so that the pairs can be compared: as they are (counted); counted once more, which is what counting costs; and
 * traced, every one of them, to a collector that is there.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { Hono } from 'hono'
import { watch } from '#server/platform/http/watch.ts'
import type { App } from '#server/platform/http/app.ts'
import { startTracing, stopTracing } from '#server/platform/trace/trace.ts'
import { testServer } from '#tests/support/database.ts'
import { published } from '#tests/support/films.ts'
import { openHouse } from '#tests/support/house.ts'
import { tellMachine } from './machine.ts'
import { type Figure, median, print } from './table.ts'

const { values: asked } = parseArgs({
  options: { rounds: { type: 'string', default: '11' }, requests: { type: 'string', default: '1000' } },
})
const [rounds, requests] = [Number(asked.rounds), Number(asked.requests)]

tellMachine()
const server = await testServer()
process.env['TEST_DATABASE_URL'] = server.url
const house = await openHouse()
const sink = await openSink()
const ada = await house.joins('ada')
const films = await Promise.all(Array.from({ length: 40 }, (_, n) => published(ada, { title: `Film ${n}` })))

const again: App = new Hono()
again.use(watch)
again.all('*', (c) => house.app.fetch(c.req.raw))
const through: App = new Hono()
through.all('*', (c) => house.app.fetch(c.req.raw))

let over = 0
for (const [name, path] of [
  ['a list of 12', '/api/content?limit=12'],
  ['one item', `/api/content/${films[0]}`],
] as const)
  over += print(await figuresOf(name, path))
sink.close()
await house.close()
await server.stop()
tellMachine()
process.exit(over === 0 ? 0 : 1)

async function figuresOf(name: string, path: string): Promise<Figure[]> {
  const [plain, counted, traced]: number[][] = [[], [], []]
  await cost(house.app, path)
  for (let round = 0; round < rounds; round += 1) {
    plain!.push(await cost(through, path))
    counted!.push(await cost(again, path))
    await startTracing({ endpoint: sink.url, service: 'bench', share: 1 })
    traced!.push(await cost(through, path))
    await stopTracing()
  }
  const ratio = (of: number[]) => median(of.map((value, nth) => value / plain![nth]!))
  return [
    { what: `${name}: processor time a request`, value: median(plain!), unit: 'ms' },
    { what: `${name}: counted once more`, value: ratio(counted!), unit: '×', bar: 1.03 },
    { what: `${name}: traced, with its statements`, value: ratio(traced!), unit: '×' },
  ]
}

/** Milliseconds of processor time of this process, a request; eight at a time, as a server has them. */
async function cost(app: App, path: string): Promise<number> {
  const before = process.cpuUsage()
  const ask = async () => {
    for (let n = 0; n < requests / 8; n += 1) {
      const answer = await app.request(path)
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
      await answer.text()
    }
  }
  await Promise.all(Array.from({ length: 8 }, ask))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / requests
}

/** A process of its own that takes traces and forgets them: what it costs to take them is not ours. */
async function openSink() {
  const script = `const server = require('http').createServer((request, answer) => {
    request.resume().on('end', () => answer.end('{}'))
  }).listen(0, '127.0.0.1', () => console.log(server.address().port))`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: `http://127.0.0.1:${String(port).trim()}`, close: () => child.kill() }
}
