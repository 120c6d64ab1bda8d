import test, { mock } from 'node:test'
import assert from 'node:assert/strict'
import { signOut } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { postComment } from '#contract/engagement/comments.ts'
import { callApi, type ApiCallError, unauthorizedEvent } from './api-client.ts'

/**
 * Replaces `fetch` with a mock that responds with these status codes in order. After the last status code,
 * all further requests get that same status code. Returns a function that counts the requests that have been
 * sent so far.
 */
function mockResponses(...statuses: (number | 'cut')[]) {
  const fetchMock = mock.method(globalThis, 'fetch', () => {
    const status = statuses.length > 1 ? statuses.shift()! : statuses[0]!
    if (status === 'cut') return Promise.reject(new TypeError('Failed to fetch'))
    return Promise.resolve(Response.json(status === 200 ? { me: null } : {}, { status }))
  })
  return () => fetchMock.mock.callCount()
}

const fakeWindow = new EventTarget()
Object.defineProperty(globalThis, 'dispatchEvent', { value: fakeWindow.dispatchEvent.bind(fakeWindow) })
test.afterEach(() => mock.restoreAll())

for (const status of [502, 503, 504, 'cut'] as const)
  test(`retries reads but not writes after a failed response or connection (${status})`, async () => {
    const reads = mockResponses(status, 200)
    assert.deepEqual(await callApi(getSession, {}), { me: null })
    assert.equal(reads(), 2)
    mock.restoreAll()
    const writes = mockResponses(status)
    await assert.rejects(callApi(signOut, {}), (error: ApiCallError) => error.retryable)
    assert.equal(writes(), 1)
  })

test('retries idempotent writes with the same idempotency key', async () => {
  const sent: Headers[] = []
  const statuses = [503, 502, 201]
  mock.method(globalThis, 'fetch', async (_: string, init: RequestInit) => {
    sent.push(new Headers(init.headers))
    return Response.json({}, { status: statuses[sent.length - 1]! })
  })
  await callApi(postComment, { params: { id: 'x' }, body: { body: 'Hello' } })
  const keys = sent.map((headers) => headers.get('idempotency-key'))
  assert.equal(keys.length, 3)
  assert.equal(new Set(keys).size, 1)
  assert.match(keys[0]!, /^[\w-]{20,}$/)
  assert.equal(sent[0]!.get('content-type'), 'application/json')
})

test('reports a readable error after three failed attempts of an API request', async () => {
  const fetchMock = mockResponses(502)
  const failure = await callApi(getSession, {}).catch((error: ApiCallError) => error)
  assert.deepEqual([(failure as ApiCallError).code, fetchMock()], ['unavailable', 3])
})

test('does not retry API errors, and dispatches a window event when the session has expired', async () => {
  let lost = 0
  fakeWindow.addEventListener(unauthorizedEvent, () => (lost += 1))
  for (const status of [401, 404, 500]) {
    const fetchMock = mockResponses(status)
    await assert.rejects(callApi(getSession, {}), (error: ApiCallError) => !error.retryable)
    assert.equal(fetchMock(), 1)
    mock.restoreAll()
  }
  assert.equal(lost, 1)
})
