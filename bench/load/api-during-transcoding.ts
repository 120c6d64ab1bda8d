import { setTimeout as pause } from 'node:timers/promises'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { listOrdinaryApiPaths, requestAtFixedRate } from '#tests/support/measurements/fixed-rate-requests.ts'
import { uploadAndAwaitProcessing } from '#tests/support/clients/upload-client.ts'
import type { BenchMetric } from '../bench-metrics.ts'
import { median, quantile } from '#tests/support/measurements/statistics.ts'
import { type CpuSchedulingTimes, readCpuSchedulingTimes } from './cpu-scheduling.ts'

const perSecond = 40

/**
 * Measures response times of lists, items and comments while two videos are being transcoded, and compares
 * them with the response times of an idle server. Measures the server while it is idle, then while it is
 * busy, and then while it is idle again. The difference between the two idle measurements shows how much the
 * speed of the shared machine changed in the meantime.
 */
export async function benchApiDuringTranscoding(
  maker: HttpTestClient,
  contentId: string,
  clip: string,
  server: number,
): Promise<BenchMetric[]> {
  const urls = listOrdinaryApiPaths(contentId).map((path) => new URL(path, maker.url).href)
  await requestAtFixedRate(urls, perSecond, pause(3000))
  const start = await readCpuSchedulingTimes(server)
  const before = await requestAtFixedRate(urls, perSecond, pause(15_000))
  const rested = await readCpuSchedulingTimes(server)
  const making = Promise.all(
    ['one', 'two'].map((title) =>
      uploadAndAwaitProcessing(maker, { path: clip, fileName: 'clip.mp4', title, by: 'tus' }),
    ),
  )
  const busy = await requestAtFixedRate(urls, perSecond, making)
  const worked = await readCpuSchedulingTimes(server)
  const fates = await making
  const after = await requestAtFixedRate(urls, perSecond, pause(15_000))
  if (fates.some(({ stream }) => stream.state !== 'ready')) throw new Error('a video was not transcoded')
  const idle = median([before, after].map(({ times }) => quantile(times, 0.95)))
  return [
    { name: 'API, idle: p95', value: idle, unit: 'ms' },
    { name: 'API, two transcodes: requests', value: busy.times.length, unit: '' },
    { name: 'API, two transcodes: p50', value: quantile(busy.times, 0.5), unit: 'ms' },
    { name: 'API, two transcodes: p95', value: quantile(busy.times, 0.95), unit: 'ms' },
    {
      name: 'API, two transcodes: errors',
      value: before.errors + busy.errors + after.errors,
      unit: '',
      max: 0,
    },
    { name: 'API, two transcodes: p95 ÷ idle', value: quantile(busy.times, 0.95) / idle, unit: '×', max: 2 },
    ...(['server', 'database', 'asker'] as const).flatMap((who) => [
      ...perRequest(`idle, ${who}`, start[who], rested[who], before.times.length),
      ...perRequest(`two transcodes, ${who}`, rested[who], worked[who], busy.times.length),
    ]),
  ]
}

/**
 * Returns two metrics that explain slow responses: the CPU time per request, and the time per request spent
 * waiting for a core.
 */
function perRequest(
  who: string,
  from: CpuSchedulingTimes,
  to: CpuSchedulingTimes,
  requests: number,
): BenchMetric[] {
  return [
    { name: `per request, ${who}: CPU time`, value: (to.ran - from.ran) / requests, unit: 'ms' },
    { name: `per request, ${who}: wait for a core`, value: (to.waited - from.waited) / requests, unit: 'ms' },
  ]
}
