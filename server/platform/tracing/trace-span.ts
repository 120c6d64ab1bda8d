/**
 * The attributes of a span. Like log fields, attributes contain only fixed strings and numbers. Attributes
 * never contain a URL, a query string, a name or a parameter value of an SQL statement.
 */
export type SpanAttributes = Record<string, string | number | boolean | undefined>

/**
 * The kind of a span: `server` for an incoming request, `client` for an outgoing one, `consumer` for a job
 * from the queue.
 */
export type TraceSpanKind = 'server' | 'client' | 'consumer' | 'internal'

export interface TraceSpan {
  /** Renames the span, because the route of a request is known only after routing. */
  rename(name: string): void
  add(facts: SpanAttributes): void
  /** Marks the span as failed. The `why` parameter is a fixed code, such as an HTTP status. */
  fail(why: string): void
}

export interface Tracer {
  /**
   * Runs `work` in a child span of the current span. If `work` throws, the span is marked as failed, with the
   * error's type and without its message.
   */
  run<T>(
    kind: TraceSpanKind,
    name: string,
    facts: SpanAttributes,
    work: (span: TraceSpan) => Promise<T>,
  ): Promise<T>
  /** Returns whether a span is active. */
  hasActiveSpan(): boolean
  /** Flushes unsent spans. */
  end(): Promise<void>
}
