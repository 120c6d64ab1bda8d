/** What stands beside a span: words and figures of ours, as in the log. Never an address, a query, a name or a value of a statement. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>

/** `server`: we were asked; `client`: we ask; `consumer`: a job of the queue. */
export type TraceSpanKind = 'server' | 'client' | 'consumer' | 'internal'

export interface Span {
  /** Names it anew: of a request the route is known only afterwards. */
  rename(name: string): void
  add(facts: SpanAttributes): void
  /** It came to nothing; the reason is a word of ours. */
  fail(why: string): void
}

export interface Tracer {
  /** Runs `work` in a span, a part of the one that is open around it. What is thrown ends it as failed, by its kind, not by its message. */
  run<T>(
    kind: TraceSpanKind,
    name: string,
    facts: SpanAttributes,
    work: (span: Span) => Promise<T>,
  ): Promise<T>
  /** Is a span open around here? */
  hasActiveSpan(): boolean
  /** Sends what has not been sent. */
  end(): Promise<void>
}
