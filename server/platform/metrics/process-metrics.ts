import { monitorEventLoopDelay } from 'node:perf_hooks'
import measureHeap from 'prom-client/lib/metrics/heapSizeAndUsed.js'
import measureMemory from 'prom-client/lib/metrics/osMemoryHeap.js'
import measureMostFiles from 'prom-client/lib/metrics/processMaxFileDescriptors.js'
import measureOpenFiles from 'prom-client/lib/metrics/processOpenFileDescriptors.js'
import measureStart from 'prom-client/lib/metrics/processStartTime.js'
import { createCounter, createGauge, metricsRegistry } from './registry.ts'

/** How long what was due had to wait for the event loop, in seconds. */
export interface EventLoopDelay {
  p50: number
  p99: number
  max: number
}

/** Milliseconds between two looks. The monitor counts them into each delay; we take them out again. */
const resolution = 20

let monitor: ReturnType<typeof monitorEventLoopDelay> | undefined
let lastMinute: EventLoopDelay | undefined

/** Memory, processor time, open files and the delay of the event loop, by the names that programs of Node give them. Once a process. */
export function startProcessMetrics(): void {
  for (const measure of [measureHeap, measureMemory, measureMostFiles, measureOpenFiles, measureStart])
    measure(metricsRegistry)
  let counted = 0
  createCounter('process_cpu_seconds_total', 'Processor time used, user and system', [], (cpu) => {
    cpu.inc(processCpuSeconds() - counted)
    counted = processCpuSeconds()
  })
  monitor = monitorEventLoopDelay({ resolution })
  monitor.enable()
  for (const part of ['p50', 'p99', 'max'] as const)
    createGauge(
      `nodejs_eventloop_lag_${part}_seconds`,
      `Delay of the event loop in the last whole minute: ${part}`,
      [],
      (one) => one.set((lastMinute ?? currentDelay())[part]),
    )
}

/** Processor time of this process so far, in seconds. */
export function processCpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/**
 * A minute is over: says how the event loop was delayed in it. The minutes are the same for all who read, however often: were each
 * reading a beginning, two scrapers would take each other's worst moments away.
 */
export function takeEventLoopDelay(): EventLoopDelay {
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
