import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { TraceSpan, SpanAttributes, Tracer, TraceSpanKind } from './trace-span.ts'

/**
 * The tracer, set only if tracing is configured. OpenTelemetry is loaded only if tracing is configured,
 * because it adds 85 ms and 29 MB to every start.
 */
export let tracer: Tracer | undefined

export async function startTracing(traces: NonNullable<Config['traces']>): Promise<void> {
  const { createOpenTelemetryTracer } = await import('./opentelemetry.ts')
  tracer = createOpenTelemetryTracer(traces)
}

export async function stopTracing(): Promise<void> {
  const last = tracer
  tracer = undefined
  // An unreachable collector must not delay the shutdown.
  await Promise.race([last?.end(), pause(2000, undefined, { ref: false })])
}

/** Runs `work` in a trace span if tracing is configured, otherwise without a span. */
export function withSpan<T>(
  kind: TraceSpanKind,
  name: string,
  facts: SpanAttributes,
  work: (span: TraceSpan) => Promise<T>,
): Promise<T> {
  return tracer ? tracer.run(kind, name, facts, work) : work(noopSpan)
}

const noopSpan: TraceSpan = { rename() {}, add() {}, fail() {} }
