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
 * The sampling interval in milliseconds. The monitor includes the interval in each delay, so the interval is
 * subtracted.
 */
const resolution = 20

let monitor: ReturnType<typeof monitorEventLoopDelay> | undefined
let lastMinute: EventLoopDelay | undefined

/**
 * Starts the metrics of memory, processor time, open files and event loop delay. The metrics have the names
 * that are usual for Node programs. Call this function once per process.
 */
export function startProcessMetrics(): void {
  for (const measure of [measureHeap, measureMemory, measureMostFiles, measureOpenFiles, measureStart])
    measure(metricsRegistry)
  let counted = 0
  createCounter('process_cpu_seconds_total', 'Processor time used (user and system)', [], (cpu) => {
    cpu.inc(processCpuSeconds() - counted)
    counted = processCpuSeconds()
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

/** Returns the processor time that this process has used so far, in seconds. */
export function processCpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/**
 * Ends the current minute and returns its event loop delay. Everything that reads the metrics gets the values
 * of the same minute. If each read reset the monitor, one scraper would not see the maximum that another
 * scraper had just read.
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
