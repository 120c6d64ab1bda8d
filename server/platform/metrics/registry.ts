/*
 * The metrics of this process, for /metrics (http/metrics-routes.ts) and the metrics page
 * (operations/metrics-page/). Each metric is defined in the module that updates it. No label contains
 * personal data or user input. Label values come from fixed sets, such as the route patterns or the queue
 * names, so the number of time series is bounded.
 *
 * Only individual modules of prom-client are imported. Importing the whole prom-client package would also
 * load its cluster support, its push gateway and OpenTelemetry's API, and add 28 ms and 12 MB to every start
 * (decisions/030).
 */
import Counter from 'prom-client/lib/counter.js'
import Gauge from 'prom-client/lib/gauge.js'
import Histogram from 'prom-client/lib/histogram.js'
import Registry from 'prom-client/lib/registry.js'

export const metricsRegistry = new Registry()
const registers = [metricsRegistry]

/** Updates a metric. Called each time before the metric is read. */
type Read<Metric> = (metric: Metric) => void | Promise<void>

/** Creates a metric whose value only increases. The name must end in `_total`. */
export function createCounter<Label extends string = never>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
  read: Read<Counter<Label>> = () => {},
): Counter<Label> {
  return new Counter({ name, help, labelNames, registers, collect: collecting(read) })
}

/** Creates a metric whose value increases and decreases. */
export function createGauge<Label extends string = never>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
  read: Read<Gauge<Label>> = () => {},
): Gauge<Label> {
  return new Gauge({ name, help, labelNames, registers, collect: collecting(read) })
}

/** Creates a histogram of durations. `buckets` are in seconds. */
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
