/*
 * What this process counts of itself, for /metrics (http/metrics.ts) and the page of figures (upkeep/figures/). Each metric stands
 * where it is counted. Nothing in one names people or what they send: a label is a word of ours from a closed list, such as the
 * pattern of a route or the name of a queue, so that there are never more series than we have words.
 *
 * Of prom-client only these parts are loaded: the whole would bring its cluster, its push gateway and OpenTelemetry's API along,
 * 28 ms and 12 MB more at every start (decisions/030).
 */
import Counter from 'prom-client/lib/counter.js'
import Gauge from 'prom-client/lib/gauge.js'
import Histogram from 'prom-client/lib/histogram.js'
import Registry from 'prom-client/lib/registry.js'

export const metricsRegistry = new Registry()
const registers = [metricsRegistry]

/** Called whenever somebody wants to know, to bring the metric up to date. */
type Read<Metric> = (metric: Metric) => void | Promise<void>

/** Only grows. Its name ends in `_total`. */
export function createCounter<Label extends string = never>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
  read: Read<Counter<Label>> = () => {},
): Counter<Label> {
  return new Counter({ name, help, labelNames, registers, collect: collecting(read) })
}

/** Goes up and down. */
export function createGauge<Label extends string = never>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
  read: Read<Gauge<Label>> = () => {},
): Gauge<Label> {
  return new Gauge({ name, help, labelNames, registers, collect: collecting(read) })
}

/** How many took how long. `buckets` in seconds. */
export function createHistogram<Label extends string = never>(
  name: string,
  help: string,
  labelNames: readonly Label[],
  buckets: number[],
): Histogram<Label> {
  return new Histogram({ name, help, labelNames, buckets, registers })
}

function collecting<Metric>(read: Read<Metric>) {
  return function (this: Metric) {
    return read(this)
  }
}
