/*
 * Every paginated list of the contract must reject an invalid cursor. If a list ignored invalid cursors, a
 * client with an invalid cursor would receive the first page again and again.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import { apiRoutes } from '#server/app.ts'
import { createAccessFixtures } from '#tests/support/access-fixtures/access-fixtures.ts'
import type { AccessFixtures } from '#tests/support/access-fixtures/fixture-types.ts'
import { fillPathParameters, getParameterSchemas } from './schema-values.ts'

const endpoints = apiRoutes.flatMap((route) => (route.kind === 'endpoint' ? [route.endpoint] : []))
const allPaged = endpoints.filter((one) => 'cursor' in getParameterSchemas(one.query))
/** The cursor of the audit log is the number of an entry. */
const paged = allPaged.filter(({ path }) => path !== '/api/admin/audit-log')

let cast: AccessFixtures
before(async () => {
  cast = await createAccessFixtures()
})
after(() => cast.close())

async function fetchPage(endpoint: (typeof endpoints)[number], cursor: string) {
  const who = cast.actor(chooseActor(endpoint.path))
  const response = await who.fetch(`${fillPathParameters(endpoint)}?${new URLSearchParams({ cursor })}`)
  const { error } = (await response.json().catch(() => ({}))) as { error?: { code: string; detail: string } }
  return { status: response.status, code: error?.code ?? '', detail: error?.detail ?? '' }
}

const id = '0198f000-0000-7000-8000-000000000000'
const wrong = [
  '',
  'nowhere',
  '0',
  id,
  `_${id}`,
  `17_${id.toUpperCase()}`,
  `17_${id} `,
  ` 17_${id}`,
  `17_${id}\n`,
  `-17_${id}`,
  `1.5_${id}`,
  `1234567890123456789_${id}`,
  `17-${id}`,
  `17_${id.slice(1)}`,
  `17_${id}_17`,
  `17_0198f000000070008000000000000000`,
  `17_${id}' or 1=1`,
  `٣_${id}`,
  'x'.repeat(5000),
]

test('every list endpoint that returns a cursor also accepts one', () => {
  const telling = endpoints.filter(
    ({ response }) =>
      'next_cursor' in ((z.toJSONSchema(response, { unrepresentable: 'any' }).properties ?? {}) as object),
  )
  assert.ok(telling.length > 8, String(telling.length))
  assert.deepEqual(
    telling.filter((one) => !allPaged.includes(one)).map(({ path }) => path),
    [],
  )
})

test('every endpoint that accepts a cursor rejects a malformed one with a readable error', async () => {
  for (const endpoint of paged)
    for (const cursor of wrong) {
      const { status, code, detail } = await fetchPage(endpoint, cursor)
      assert.deepEqual([status, code], [422, 'cursor_invalid'], `${endpoint.path} ${JSON.stringify(cursor)}`)
      assert.match(detail, /next_cursor/)
    }
  const text = fc.oneof(fc.string({ maxLength: 60 }), fc.string({ unit: 'grapheme', maxLength: 60 }))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paged), text, async (endpoint, cursor) => {
      assert.equal(
        (await fetchPage(endpoint, cursor)).status,
        422,
        `${endpoint.path} ${JSON.stringify(cursor)}`,
      )
    }),
    { numRuns: 200 },
  )
})

/** What precedes the time in the cursors of lists that are not ordered by time alone. */
const cursorPrefixes: Record<string, string> = {
  '/api/mod/cases': '0_1_',
  '/api/mod/floods': '0_1_',
  '/api/broadcasts/{id}/chat/replay': '0_',
}

test('list endpoints accept well-formed cursors, even those before the first or after the last entry', async () => {
  for (const endpoint of paged)
    for (const micros of ['0', '1763760000000000', '999999999999999999']) {
      const cursor = `${cursorPrefixes[endpoint.path] ?? ''}${micros}_${id}`
      const { status } = await fetchPage(endpoint, cursor)
      assert.ok(status === 200 || status === 404, `${endpoint.path} ${cursor}: ${status}`)
    }
})

function chooseActor(path: string): 'admin' | 'caseworker' | 'stranger' {
  if (path.startsWith('/api/admin/')) return 'admin'
  return path.startsWith('/api/mod/') ? 'caseworker' : 'stranger'
}
