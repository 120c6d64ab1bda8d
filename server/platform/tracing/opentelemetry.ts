import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Config } from '../config.ts'
import { log } from '../log.ts'
import type { TraceSpanKind, TraceSpan, Tracer } from './trace-span.ts'

const kinds: Record<TraceSpanKind, SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

const logTracingProblem = (message: string) => log.warn('tracing error', { problem: message.slice(0, 500) })
const nothing = () => {}

/**
 * Sends spans as OTLP (JSON over HTTP) to the collector at `endpoint`/v1/traces. Neither the provider nor the
 * context manager is registered globally, because libraries would use them to add spans that contain their
 * error messages. The `traceparent` header of a request is ignored, because otherwise clients could decide
 * which requests are traced.
 */
export function createOpenTelemetryTracer({
  endpoint,
  service,
  share,
}: NonNullable<Config['traces']>): Tracer {
  diag.setLogger(
    { error: logTracingProblem, warn: logTracingProblem, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('afterbell')
  const around = new AsyncLocalStorage<Context>()
  return {
    hasActiveSpan: () => around.getStore() !== undefined,
    end: () => provider.shutdown(),
    run(kind, name, attributes, work) {
      const outer = around.getStore() ?? ROOT_CONTEXT
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, outer)
      return around.run(trace.setSpan(outer, span), async () => {
        try {
          return await work(wrapSpan(span))
        } catch (error) {
          markFailed(span, errorTypeOf(error))
          throw error
        } finally {
          span.end()
        }
      })
    },
  }
}

function wrapSpan(span: OtelSpan): TraceSpan {
  return {
    rename: (name) => void span.updateName(name),
    add: (facts) => void span.setAttributes(facts),
    fail: (why) => markFailed(span, why),
  }
}

function markFailed(span: OtelSpan, why: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', why)
}

/**
 * Returns the code of an ApiError, a PostgreSQL error or a system error, or the class name of any other
 * error. The error message is not used, because it can quote user input.
 */
function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : error.name
}
