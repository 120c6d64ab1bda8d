import assert from 'node:assert/strict'
import { ApiCallError } from '#web/api/api-client.ts'

/**
 * Describes a refused call by its status, title and detail, such as `404 Not found / There is nothing here.`
 * Fails if the call was not refused.
 */
export async function expectApiError(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => assert.fail('was not refused'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ApiCallError, String(error))
  return `${error.status} ${error.title} / ${error.detail}`
}
