/*
 * Sends GET requests at a fixed rate, without waiting for earlier responses, in a separate thread, so that other work
 * of the test does not count as response time. Reports each response. The message `{ url }` moves the requests to
 * another web server, and `stop` ends the thread when all responses have arrived.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { createKeepAliveAgent, measureHttpGet } from '#tests/support/measurements/http-get-timing.ts'
import type { ApiProbeSetup, ProbedResponse } from './api-probe.ts'

const { paths, cookie, perSecond, ...setup } = workerData as ApiProbeSetup
let { url } = setup
const over = new AbortController()
parentPort!.on('message', (message: { url: string } | 'stop') => {
  if (message === 'stop') over.abort()
  else url = message.url
})

const agents = Array.from({ length: 8 }, createKeepAliveAgent)
const startedAt = performance.now()
const responses: Promise<void>[] = []
for (let n = 0; !over.signal.aborted; n += 1) {
  responses.push(request(paths[n % paths.length]!, agents[n % agents.length]!))
  await pause(Math.max(0, startedAt + ((n + 1) * 1000) / perSecond - performance.now()))
}
await Promise.all(responses)
for (const agent of agents) agent.destroy()
parentPort!.close()

async function request(path: string, agent: ReturnType<typeof createKeepAliveAgent>): Promise<void> {
  const at = Date.now()
  const { status, milliseconds } = await measureHttpGet(`${url}${path}`, agent, { cookie }).catch(() => ({
    status: 0,
    milliseconds: 0,
  }))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- messages to and from a worker have no target origin
  parentPort!.postMessage({ at, path, status, milliseconds } satisfies ProbedResponse)
}
