import { tracer } from './tracing.ts'

/**
 * Runs a statement in a span of its own, where it is a part of something that is traced. Its text goes along, without values: they are
 * never in it, but for constants of ours; and what stands in quotes is taken out.
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
