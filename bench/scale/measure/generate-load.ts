import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { createSeededRandom } from '#tests/support/fixtures/seeded-random.ts'
import type { MeasuredOperation } from '../measured-operations.ts'
import { makeRequest } from './operations.ts'
import { sendRequest } from './send-request.ts'
import type { ScaleSite } from './scale-site.ts'

export type OperationRates = Partial<Record<MeasuredOperation, number>>

export interface LoadTotals {
  sent: Partial<Record<MeasuredOperation, number>>
  failed: number
  bytes: number
  /** Response times of all requests in milliseconds. */
  times: number[]
}

/** The next request number of each operation. Numbers are not reused, so that no like or view is repeated. */
const numbers = new Map<MeasuredOperation, number>()

/**
 * Sends requests at the given rates per second, at random times, without waiting for earlier responses. With the
 * same seed, the times are the same.
 */
export async function generateRates(
  site: ScaleSite,
  rates: OperationRates,
  { seconds, seed }: { seconds: number; seed: number },
): Promise<LoadTotals> {
  const random = createSeededRandom(seed)
  const due: { at: number; name: MeasuredOperation }[] = []
  for (const [name, rate] of Object.entries(rates) as [MeasuredOperation, number][])
    for (let at = 0; ;) {
      at += -Math.log(1 - random()) / rate
      if (at >= seconds) break
      due.push({ at: at * 1000, name })
    }
  due.sort((a, b) => a.at - b.at)
  const totals: LoadTotals = { sent: {}, failed: 0, bytes: 0, times: [] }
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const beganAt = performance.now()
  const responses: Promise<void>[] = []
  for (const { at, name } of due) {
    const wait = at - (performance.now() - beganAt)
    if (wait > 1) await pause(wait)
    responses.push(sendNext(site, name, agent, totals))
  }
  await pause(Math.max(0, seconds * 1000 - (performance.now() - beganAt)))
  await Promise.all(responses)
  agent.destroy()
  return totals
}

/** Several connections send the operations in turn, each as fast as the server responds. */
export async function generateClosedLoop(
  site: ScaleSite,
  names: readonly MeasuredOperation[],
  { seconds, connections }: { seconds: number; connections: number },
): Promise<LoadTotals> {
  const totals: LoadTotals = { sent: {}, failed: 0, bytes: 0, times: [] }
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const until = performance.now() + seconds * 1000
  const one = async (from: number) => {
    for (let nth = from; performance.now() < until; nth += 1)
      await sendNext(site, names[nth % names.length]!, agent, totals)
  }
  await Promise.all(Array.from({ length: connections }, (_, nth) => one(nth)))
  agent.destroy()
  return totals
}

async function sendNext(
  site: ScaleSite,
  name: MeasuredOperation,
  agent: Agent,
  totals: LoadTotals,
): Promise<void> {
  const nth = numbers.get(name) ?? 0
  numbers.set(name, nth + 1)
  totals.sent[name] = (totals.sent[name] ?? 0) + 1
  const sentAt = performance.now()
  try {
    const { status, bytes } = await sendRequest(site.url, makeRequest(site, name, nth), agent)
    totals.bytes += bytes
    totals.times.push(performance.now() - sentAt)
    if (status >= 300) totals.failed += 1
  } catch {
    totals.failed += 1
  }
}
