import assert from 'node:assert/strict'
import test from 'node:test'
import { groupOperationsByTag, getOperationAnchor } from './openapi-operations.ts'

const listOperation = {
  summary: 'Lists',
  tags: ['Content'],
  parameters: [],
  responses: { '200': { content: { 'application/json': { schema: { type: 'object' } } } }, default: {} },
}

test('groups API operations by tag and finds the success status code of each operation', () => {
  const groups = groupOperationsByTag({
    paths: {
      '/api/content': { get: listOperation },
      '/api/session': {
        delete: { ...listOperation, tags: ['Accounts'], responses: { '204': {}, default: {} } },
      },
      '/api/content/{id}': { get: listOperation },
    },
  })
  assert.deepEqual(
    groups.map(([tag, operations]) => [tag, operations.map(({ method, path }) => `${method} ${path}`)]),
    [
      ['Content', ['GET /api/content', 'GET /api/content/{id}']],
      ['Accounts', ['DELETE /api/session']],
    ],
  )
  const [, [signOut]] = groups[1]!
  assert.equal(signOut?.status, '204')
  assert.equal(signOut?.answer, undefined)
})

test('gives every API operation a unique anchor in the API documentation', () => {
  assert.equal(
    getOperationAnchor({ method: 'GET', path: '/api/content/{id}/events' }),
    'get-api-content-id-events',
  )
})
