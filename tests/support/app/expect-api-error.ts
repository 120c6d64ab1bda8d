import assert from 'node:assert/strict'
import { ApiCallError } from '#web/api/api-client.ts'

/**
 * Expects an API call to fail and returns the error's status, title and detail, such as `404 Not found /
 * There is nothing here.` Fails the test if the call succeeds.
 */
export async function expectApiError(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => assert.fail('was not refused'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ApiCallError, String(error))
  return `${error.status} ${error.title} / ${error.detail}`
}
