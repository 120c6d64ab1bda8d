import { setTimeout as pause } from 'node:timers/promises'
import { createKeepAliveAgent, timedGet, quantile } from '../load/timed-get.ts'

export interface LoadResult {
  seconds: number
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  failed: number
}

/**
 * Opens several connections, each of which requests the next URL as soon as its last response arrives, for
 * `seconds`.
 */
export async function generateLoad(
  urls: readonly string[],
  { seconds, connections = 16 }: { seconds: number; connections?: number },
): Promise<LoadResult> {
  const times: number[] = []
  let failed = 0
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  const one = async (nth: number) => {
    const agent = createKeepAliveAgent()
    for (let at = nth; performance.now() < until; at += connections) {
      const got = await timedGet(urls[at % urls.length]!, agent)
      if (got.status === 200) times.push(got.milliseconds)
      else failed += 1
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: connections }, (_, nth) => one(nth)))
  const passed = (performance.now() - startedAt) / 1000
  await pause(100)
  return {
    seconds: passed,
    perSecond: times.length / passed,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    failed,
  }
}
