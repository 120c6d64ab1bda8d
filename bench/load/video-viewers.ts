import { setTimeout as pause } from 'node:timers/promises'
import { getContent } from '#contract/content/content.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import type { BenchMetric } from '../bench-metrics.ts'
import {
  createKeepAliveAgent,
  measureHttpGet,
  type HttpGetTiming,
} from '#tests/support/measurements/http-get-timing.ts'
import { quantile } from '#tests/support/measurements/statistics.ts'

const bitsPerSecond = 1_000_000

/**
 * Many people watch one video at the same time, each over a separate connection. The viewers start at
 * staggered times and download the video's segments at 1 Mbit/s for `seconds` seconds.
 */
export async function benchVideoViewers(
  visitor: HttpTestClient,
  contentId: string,
  { viewers, seconds }: { viewers: number; seconds: number },
): Promise<BenchMetric[]> {
  const segments = await segmentsOf(visitor, contentId)
  const until = performance.now() + seconds * 1000
  const got: HttpGetTiming[] = []
  let errors = 0
  /** The total number of seconds watched by all viewers together. */
  let watched = 0
  const one = async (nth: number) => {
    const agent = createKeepAliveAgent()
    // Staggers the starts of the viewers. If all viewers started together, they would always request their
    // segments at the same moments.
    await pause((nth / viewers) * periodOf(segments[0]!))
    const beganAt = performance.now()
    for (let at = nth; performance.now() < until; at += 1) {
      const segment = segments[at % segments.length]!
      const next = performance.now() + periodOf(segment)
      const answer = await measureHttpGet(segment.url, agent).catch(() => null)
      if (answer?.status === 200 && answer.bytes === segment.bytes) got.push(answer)
      else errors += 1
      await pause(Math.max(0, next - performance.now()))
    }
    agent.destroy()
    watched += (performance.now() - beganAt) / 1000
  }
  await Promise.all(Array.from({ length: viewers }, (_, nth) => one(nth)))
  const megabits = (got.reduce((sum, { bytes }) => sum + bytes, 0) * 8) / 1e6
  const times = got.map(({ milliseconds }) => milliseconds)
  const who = `${viewers} viewers`
  return [
    { name: `${who}: throughput per viewer`, value: megabits / watched, unit: 'Mbit/s', min: 0.9 },
    { name: `${who}: segments`, value: got.length, unit: '' },
    { name: `${who}: errors`, value: errors, unit: '', max: 0 },
    { name: `${who}: segment p50`, value: quantile(times, 0.5), unit: 'ms' },
    { name: `${who}: segment p95`, value: quantile(times, 0.95), unit: 'ms', max: 250 },
    { name: `${who}: segment p99`, value: quantile(times, 0.99), unit: 'ms' },
  ]
}

interface Segment {
  url: string
  bytes: number
}

/** Returns how many milliseconds one viewer takes to download a segment at 1 Mbit/s. */
function periodOf({ bytes }: Segment): number {
  return (bytes * 8 * 1000) / bitsPerSecond
}

/** Returns all segments of the highest rendition with their sizes. */
async function segmentsOf(visitor: HttpTestClient, contentId: string): Promise<Segment[]> {
  const { stream_url } = await visitor.call(getContent, { params: { id: contentId } })
  const master = new URL(stream_url!, visitor.url)
  const best = linesOf(await textOf(master)).at(-1)!
  const playlist = new URL(best, master)
  const urls = linesOf(await textOf(playlist)).map((name) => new URL(name, playlist).href)
  const agent = createKeepAliveAgent()
  const segments: Segment[] = []
  for (const url of urls) segments.push({ url, bytes: (await measureHttpGet(url, agent)).bytes })
  agent.destroy()
  return segments
}

async function textOf(url: URL): Promise<string> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url.pathname} answered ${response.status}`)
  return response.text()
}

function linesOf(playlist: string): string[] {
  return playlist.split('\n').filter((line) => line && !line.startsWith('#'))
}
