import assert from 'node:assert/strict'
import { CallError } from '#web/api/call.ts'

/** What a refused call says: `404 Not found / There is nothing here.` Fails when it was not refused. */
export async function refused(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => assert.fail('was not refused'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof CallError, String(error))
  return `${error.status} ${error.title} / ${error.detail}`
}
