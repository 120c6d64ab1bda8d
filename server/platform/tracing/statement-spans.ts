import { tracer } from './tracing.ts'

/**
 * Runs a statement. If a span is active, the statement gets a child span. The recorded text of the statement
 * contains no values, because the values are sent as parameters. Quoted literals are removed.
 */
export function withStatementSpan<T>(text: string, ask: () => Promise<T>): Promise<T> {
  if (!tracer?.hasActiveSpan()) return ask()
  const operation = /^\s*(?:--.*\n\s*)*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const facts = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': text.replace(/'(?:[^']|'')*'/g, '?').slice(0, 4000),
  }
  return tracer.run('client', `sql ${operation}`, facts, ask)
}
