import assert from 'node:assert/strict'
import { ApiCallError } from '#web/api/api-client.ts'

/**
 * Runs a function many times concurrently and counts the outcomes: `done`, or the code of an API error. A
 * server error (500 and up), or an error that does not come from the API, fails the test.
 */
export async function countConcurrentOutcomes(
  times: number,
  does: (n: number) => Promise<unknown>,
): Promise<Record<string, number>> {
  const outcomes = await Promise.all(
    Array.from({ length: times }, (_, n) => does(n).then(() => 'done', apiErrorCodeOf)),
  )
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

function apiErrorCodeOf(thrown: unknown): string {
  if (!(thrown instanceof ApiCallError)) throw thrown
  assert.ok(thrown.status < 500, `${thrown.status} ${thrown.title}`)
  return thrown.code
}
