import type { ReferenceModelPerson, ReferenceModel } from './reference-model.ts'

export type RequestOutcome =
  | { kind: 'done'; result: Record<string, unknown> }
  | { kind: 'refused'; code: string }
  | { kind: 'unsure' }

interface TrackedRequest {
  body?: unknown
  /** The Idempotency-Key header of the request. */
  key?: string
  /** Error codes that are acceptable for the request. */
  may?: readonly string[]
}

/**
 * Sends one request and records the outcome. A request that gets no response or a 503 may or may not have
 * taken effect.
 */
export async function sendAndRecordRequest(
  model: ReferenceModel,
  { visitor }: Pick<ReferenceModelPerson, 'visitor'>,
  [method, path]: [string, string],
  { body, key, may = [] }: TrackedRequest = {},
): Promise<RequestOutcome> {
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (key) headers['idempotency-key'] = key
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const signal = AbortSignal.timeout(20_000)
  let status: number
  let text: string
  try {
    const response = await visitor.fetch(path, { ...init, signal })
    status = response.status
    text = await response.text()
  } catch {
    return countOutcome(model, { kind: 'unsure' })
  }
  if (status === 503) return countOutcome(model, { kind: 'unsure' })
  const result = (text ? JSON.parse(text) : {}) as Record<string, unknown>
  if (status < 300) return countOutcome(model, { kind: 'done', result })
  const code = (result['error'] as { code?: string } | undefined)?.code ?? ''
  if (!may.includes(code)) {
    const problem = `${method} ${path.replace(/[0-9a-f-]{36}/g, '…')} ${status} ${code}`
    model.problems.set(problem, (model.problems.get(problem) ?? 0) + 1)
  }
  return countOutcome(model, { kind: 'refused', code })
}

function countOutcome(model: ReferenceModel, outcome: RequestOutcome): RequestOutcome {
  const { outcomes } = model
  if (outcome.kind === 'done') outcomes.acknowledged += 1
  else if (outcome.kind === 'refused') outcomes.refused += 1
  else outcomes.unanswered += 1
  return outcome
}
