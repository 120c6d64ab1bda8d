/*
 * Measures how long the server's event loop was blocked, and by which requests. This probe is loaded into the
 * server process with `--import`. Only the time during which the thread ran on a core counts as blocked
 * (/proc/self/schedstat). On a busy machine, other processes make the thread wait for a core, for the disk or
 * for memory. The probe also reports the wall-clock time of each stall. Without /proc/self/schedstat (macOS),
 * the blocked time equals the wall-clock time.
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

/** Returns how many milliseconds the main thread ran on a core, and how many it waited for a core. */
function scheduled(): { ran: number; waited: number } {
  try {
    const [ran = 0, waited = 0] = readFileSync('/proc/self/schedstat', 'utf8').split(' ').map(Number)
    return { ran: ran / 1e6, waited: waited / 1e6 }
  } catch {
    return { ran: 0, waited: 0 }
  }
}

export interface EventLoopStall {
  /**
   * The durations of one stall, in milliseconds: time blocked by our own code, wall-clock time, time waiting
   * for a core, and garbage collection.
   */
  blocked: number
  wall: number
  waited: number
  gc: number
  /** The latest requests that the server has received. */
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

let gaps: EventLoopStall[] = []
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
    const current = scheduled()
    const [ran, waited] = [current.ran - before.ran, current.waited - before.waited]
    const blocked = current.ran > 0 ? Math.min(wall, ran) : wall
    gaps.push({ blocked, wall, waited, gc: collected - collectedBefore, asked: [...asked] })
    gaps = gaps.toSorted((a, b) => b.blocked - a.blocked).slice(0, 200)
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
  // The probe's own garbage collection does not count as blocking.
  turnedAt = performance.now()
}).listen(Number(process.env['PROBE_PORT']), '127.0.0.1')
