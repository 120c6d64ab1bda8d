/*
 * Loaded into the server's own process (`--import`): how long its event loop was held up, and by what. A gap between two turns is
 * counted without the time in which the kernel kept us waiting for a core (/proc/self/schedstat), because on a busy machine that
 * is somebody else's doing; the plain gap stands beside it. Where there is no such file (macOS), the two are equal.
 */
import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { PerformanceObserver } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const stepMs = 10

/** Milliseconds of the main thread on a core, and waiting for one. */
function scheduled(): { ran: number; waited: number } {
  try {
    const [ran = 0, waited = 0] = readFileSync('/proc/self/schedstat', 'utf8').split(' ').map(Number)
    return { ran: ran / 1e6, waited: waited / 1e6 }
  } catch {
    return { ran: 0, waited: 0 }
  }
}

export interface EventLoopGap {
  /** All in milliseconds: held up by ourselves; as the clock saw it; waiting for a core; collecting garbage. */
  held: number
  wall: number
  waited: number
  gc: number
  /** What had been asked for last. */
  asked: string[]
}

const asked: string[] = []
subscribe('http.server.request.start', (message) => {
  const { method, url } = (message as { request: IncomingMessage }).request
  asked.push(`${method} ${url}`)
  if (asked.length > 12) asked.shift()
})

let statuses: Record<string, number> = {}
subscribe('http.server.response.finish', (message) => {
  const { statusCode } = (message as { response: ServerResponse }).response
  statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
})

let gaps: EventLoopGap[] = []
let collected = 0
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) collected += duration
}).observe({ entryTypes: ['gc'] })

let turnedAt = performance.now()
let before = scheduled()
let collectedBefore = 0
setInterval(() => {
  const now = performance.now()
  const wall = now - turnedAt - stepMs
  if (wall > 20) {
    const waited = scheduled().waited - before.waited
    gaps.push({ held: wall - waited, wall, waited, gc: collected - collectedBefore, asked: [...asked] })
    gaps = gaps.toSorted((a, b) => b.held - a.held).slice(0, 200)
  }
  before = scheduled()
  collectedBefore = collected
  turnedAt = performance.now()
}, stepMs).unref()

createServer((request, answer) => {
  if (request.url === '/begin') {
    gaps = []
    statuses = {}
  }
  if (request.url === '/memory') collect()
  const { heapUsed, rss } = process.memoryUsage()
  answer.end(JSON.stringify({ gaps, heapUsed, rss, statuses }))
  // A collection that we asked for is no hold-up of the server's.
  turnedAt = performance.now()
}).listen(Number(process.env['PROBE_PORT']), '127.0.0.1')
