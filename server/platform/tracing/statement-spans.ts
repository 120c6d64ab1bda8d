import { tracer } from './tracing.ts'

/**
 * Runs a statement in a span if a span is active. The text of the statement is recorded without its values,
 * because values are sent as parameters. Quoted literals are removed.
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
