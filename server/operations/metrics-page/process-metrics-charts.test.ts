import assert from 'node:assert/strict'
import test from 'node:test'
import { latencyBuckets } from '#server/platform/http/request-metrics.ts'
import { estimateQuantile } from '#server/platform/metrics/estimate-quantile.ts'
import { type RecordedProcessMetrics, mergeProcessMetrics } from './process-metrics-charts.ts'

const from = Date.UTC(2026, 10, 22, 14, 0)
const at = (minute: number) => new Date(from + minute * 60_000)
/** Builds a histogram in which all `count` requests are in the nth bucket. */
const within = (nth: number, count: number) =>
  [...latencyBuckets, Infinity].map((_, bound) => (bound >= nth ? count : 0))

test('sums the counters of all processes, but not database values that every process reports, such as the queue length', () => {
  const web = { requests: 60, cpu_seconds: 30, listeners: 5, films_waiting: 3, oldest: 40 }
  const kept: RecordedProcessMetrics[] = [
    { minute: at(0), metrics: web },
    { minute: at(0), metrics: { ...web, requests: 120 } },
    { minute: at(0), metrics: { film_seconds: 90, encoding_seconds: 45, films_waiting: 3, oldest: 41 } },
    { minute: at(1), metrics: { ...web, listeners: 2, films_waiting: 1, oldest: 5 } },
  ]
  const points = mergeProcessMetrics(kept, { from, minutes: 2, count: 2 })
  assert.deepEqual(
    points.requests,
    [2, null],
    'requests per second over two minutes; the second step has no data',
  )
  assert.deepEqual(points.cores, [0.75, null])
  assert.deepEqual(points.listeners, [10, null], 'the most at once, of both web processes')
  assert.deepEqual(points.films_waiting, [3, null])
  assert.deepEqual(points.oldest, [41, null])
  assert.deepEqual(points.speed, [2, null])
})

test('computes percentiles from the merged histogram instead of averaging the percentiles of the processes', () => {
  const kept: RecordedProcessMetrics[] = [
    { minute: at(0), metrics: { answered: within(0, 90) } },
    { minute: at(0), metrics: { answered: within(6, 10) } },
  ]
  const { p50, p95 } = mergeProcessMetrics(kept, { from, minutes: 1, count: 1 })
  assert.ok(p50[0]! < 0.005)
  assert.ok(p95[0]! > 0.25 && p95[0]! <= 0.5)
  assert.equal(
    estimateQuantile(0.5, within(latencyBuckets.length, 4), latencyBuckets),
    latencyBuckets.at(-1),
    'values above the last bucket are unknown',
  )
  assert.equal(estimateQuantile(0.5, within(0, 0), latencyBuckets), null)
})
