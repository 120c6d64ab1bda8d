import { monitorEventLoopDelay } from 'node:perf_hooks'
import measureHeap from 'prom-client/lib/metrics/heapSizeAndUsed.js'
import measureMemory from 'prom-client/lib/metrics/osMemoryHeap.js'
import measureMostFiles from 'prom-client/lib/metrics/processMaxFileDescriptors.js'
import measureOpenFiles from 'prom-client/lib/metrics/processOpenFileDescriptors.js'
import measureStart from 'prom-client/lib/metrics/processStartTime.js'
import { createCounter, createGauge, metricsRegistry } from './registry.ts'

/** The event loop delay in seconds. */
export interface EventLoopDelay {
  p50: number
  p99: number
  max: number
}

/**
 * The sampling interval in milliseconds. Node's event loop monitor includes the sampling interval in each
 * measured delay, so the interval is subtracted.
 */
const resolution = 20

let monitor: ReturnType<typeof monitorEventLoopDelay> | undefined
let lastMinute: EventLoopDelay | undefined

/**
 * Starts collecting the metrics for memory use, CPU time, open files and event loop delay. The metrics have
 * the same names as the default metrics of prom-client. Call this function once per process.
 */
export function startProcessMetrics(): void {
  for (const measure of [measureHeap, measureMemory, measureMostFiles, measureOpenFiles, measureStart])
    measure(metricsRegistry)
  let counted = 0
  createCounter('process_cpu_seconds_total', 'Processor time used (user and system)', [], (cpu) => {
    cpu.inc(readProcessCpuSeconds() - counted)
    counted = readProcessCpuSeconds()
  })
  monitor = monitorEventLoopDelay({ resolution })
  monitor.enable()
  for (const part of ['p50', 'p99', 'max'] as const)
    createGauge(
      `nodejs_eventloop_lag_${part}_seconds`,
      `Event loop delay in the last full minute: ${part}`,
      [],
      (one) => one.set((lastMinute ?? currentDelay())[part]),
    )
}

/** Returns the CPU time that this process has used so far, in seconds. */
export function readProcessCpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/**
 * Called once a minute. Returns the event loop delay since the previous call and resets the monitor. All
 * metrics scrapers get the values of the last full minute. If every scrape reset the monitor, one scraper
 * would miss a maximum that another scraper had already read.
 */
export function readAndResetEventLoopDelay(): EventLoopDelay {
  lastMinute = currentDelay()
  monitor?.reset()
  return lastMinute
}

function currentDelay(): EventLoopDelay {
  return {
    p50: beyond(monitor?.percentile(50)),
    p99: beyond(monitor?.percentile(99)),
    max: beyond(monitor?.max),
  }
}

function beyond(nanos = 0): number {
  return Math.max(0, nanos / 1e6 - resolution) / 1000
}
