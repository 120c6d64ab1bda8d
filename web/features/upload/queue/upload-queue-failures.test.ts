import assert from 'node:assert/strict'
import test from 'node:test'
import { ApiCallError } from '#web/api/api-client.ts'
import { describeApiError, type ApiErrorCode } from '#contract/errors/api-error.ts'
import { describeUploadQueueFailure } from './upload-queue-failures.ts'

const refuse = (status: number, code: ApiErrorCode, retryAfter?: number, hasStarted = false) =>
  describeUploadQueueFailure(
    new ApiCallError(status, { code, ...describeApiError(code) }, retryAfter),
    hasStarted,
  )

test('the upload queue waits if the server is busy, and then retries the same video', () => {
  assert.deepEqual(refuse(429, 'too_many_uploads').retryInSeconds, 60)
  assert.equal(refuse(429, 'too_many_uploads').patch.hold, 'slot')
  assert.equal(refuse(429, 'too_many_requests', 7).retryInSeconds, 7)
  assert.equal(refuse(503, 'unavailable').patch.hold, 'network')
})

test('the upload queue stops if the server would also refuse the remaining videos', () => {
  for (const code of ['quota_full', 'first_day_full'] as const) {
    const { patch, pausesQueue } = refuse(code === 'quota_full' ? 413 : 429, code)
    assert.deepEqual([patch.phase, patch.isRetryable, pausesQueue], ['failed', true, true])
  }
})

test('an error that affects one video does not stop the upload queue', () => {
  for (const hasStarted of [false, true]) {
    const { patch, pausesQueue, retryInSeconds } = refuse(422, 'upload_failed', undefined, hasStarted)
    assert.deepEqual([patch.phase, pausesQueue, retryInSeconds], ['failed', undefined, undefined])
    assert.equal(patch.isRetryable, !hasStarted, 'a rejected file is never sent again')
  }
  assert.equal(describeUploadQueueFailure(new Error('broken')).patch.isRetryable, true)
})
