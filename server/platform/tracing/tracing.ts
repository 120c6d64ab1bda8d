import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { Span, SpanAttributes, Tracer, TraceSpanKind } from './span.ts'

/** Set where traces go somewhere. OpenTelemetry is loaded only then: it would be 85 ms and 29 MB of every start. */
export let tracer: Tracer | undefined

export async function startTracing(traces: NonNullable<Config['traces']>): Promise<void> {
  const { createOpenTelemetryTracer } = await import('./opentelemetry.ts')
  tracer = createOpenTelemetryTracer(traces)
}

export async function stopTracing(): Promise<void> {
  const last = tracer
  tracer = undefined
  // A collector that does not answer is not worth a stop that takes longer.
  await Promise.race([last?.end(), pause(2000, undefined, { ref: false })])
}

/** Runs `work` in a span where there is a tracer, else as it is. */
export function withSpan<T>(
  kind: TraceSpanKind,
  name: string,
  facts: SpanAttributes,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer ? tracer.run(kind, name, facts, work) : work(noopSpan)
}

const noopSpan: Span = { rename() {}, add() {}, fail() {} }
