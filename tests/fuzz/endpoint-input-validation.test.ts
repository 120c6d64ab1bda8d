/*
 * Tests every endpoint of the contract in order. Each request has one fault and is valid otherwise. New
 * endpoints are covered automatically.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import { apiRoutes } from '#server/app.ts'
import { db } from '#server/platform/db/db.ts'
import { createAccessFixtures } from '#tests/support/access-fixtures/access-fixtures.ts'
import type { AccessFixtures } from '#tests/support/access-fixtures/fixture-types.ts'
import { routeAccessRules } from '#tests/access/routes/route-access-rules.ts'
import {
  getEndpointBodySchemas,
  fillPathParameters,
  createRequiredQueryString,
  createValidValue,
  getParameterSchemas,
  acceptsAnyString,
  createInvalidValues,
  recordValueSchema,
} from './schema-values.ts'
import type { JsonSchema } from './json-schema.ts'

const endpoints = apiRoutes.flatMap((route) => (route.kind === 'endpoint' ? [route.endpoint] : []))
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

let cast: AccessFixtures
before(async () => {
  cast = await createAccessFixtures()
  await sql`create table zz_sessions as select * from sessions`.execute(db)
})
after(() => cast.close())

interface Told {
  status: number
  code: string
  detail: string
}

/**
 * Sends a request as a person who may use the endpoint. The response must never be a 5xx, and errors must
 * have the standard shape.
 */
async function sendTo(
  endpoint: Endpoint,
  path: string,
  body?: string | Uint8Array,
  type = 'application/json',
) {
  const who = cast.actor(chooseActor(endpoint.path))
  const cookies = [...who.cookies]
  const init: RequestInit = { method: endpoint.method }
  if (body !== undefined) Object.assign(init, { body, headers: { 'content-type': type } })
  const response = await who.fetch(path, init)
  // Signing out and changing the password end the session, so the session is restored for the next endpoint.
  for (const [name, value] of cookies) who.cookies.set(name, value)
  const place = `${nameOf(endpoint)} at ${path.slice(0, 120)} with ${String(body).slice(0, 200)}`
  const words = await response.text()
  assert.ok(response.status < 500, `${place} answers ${response.status}: ${words.slice(0, 300)}`)
  if (response.status < 400) return { status: response.status, code: '', detail: '', place }
  const { error, requestId, ...more } = JSON.parse(words) as { error: Told; requestId: string }
  assert.deepEqual(Object.keys(error), ['code', 'title', 'detail'], place)
  assert.equal(requestId, response.headers.get('x-request-id'), place)
  assert.deepEqual(more, {}, place)
  return { ...error, status: response.status, place }
}

const goBack = () => sql`insert into sessions select * from zz_sessions on conflict do nothing`.execute(db)

test('every endpoint answers a malformed or unknown ID with a not-found error', async () => {
  const other = cast.comments.approved.id
  const person = cast.people.public.id
  const no = [
    '0',
    'null',
    '%00',
    `${other}%00`,
    'x'.repeat(2000),
    '..%2f..%2fetc',
    '%25',
    '%ff',
    `${other}%20`,
  ]
  const nothing = '0198f000-0000-7000-8000-000000000000'
  for (const endpoint of endpoints)
    for (const [name, schema] of Object.entries(getParameterSchemas(endpoint.params))) {
      const isId = schema.format === 'uuid'
      for (const value of no) {
        const { status, place } = await sendTo(
          endpoint,
          fillPathParameters(endpoint, { [name]: value }),
          bodyFor(endpoint),
        )
        if (isId) assert.ok(status === 404 || status === 400, `${place}: ${status}`)
      }
      if (!isId) continue
      const kind = endpoint.path.startsWith('/api/comments/') ? person : other
      for (const id of [nothing, kind]) {
        const { status, place } = await sendTo(
          endpoint,
          fillPathParameters(endpoint, { [name]: id }) + createRequiredQueryString(endpoint),
          bodyFor(endpoint),
        )
        assert.ok(status === missingStatus(endpoint, name), `${place}: ${status}`)
      }
    }
  await goBack()
})

/**
 * Returns the expected status of a request for a missing resource. Some idempotent operations respond to a
 * missing resource as if they had succeeded.
 */
function missingStatus(endpoint: Endpoint, parameter: string): number {
  // Removing a video from a playlist that does not contain it succeeds. The same request for a series returns
  // 404, because members have no series by default.
  if (
    endpoint.path.startsWith('/api/playlists/') &&
    endpoint.method === 'DELETE' &&
    parameter === 'content_id'
  )
    return 200
  const row = [routeAccessRules[nameOf(endpoint)]!].flat()[0]!
  return 'missing' in row && typeof row.missing === 'number' ? row.missing : 404
}

function bodyFor(endpoint: Endpoint): string | undefined {
  const [schema] = getEndpointBodySchemas(endpoint)
  return schema && JSON.stringify(createValidValue(schema))
}

const withBodies = endpoints.filter(({ body }) => body)

test('the fuzz test generates a valid request body for every endpoint', () => {
  for (const endpoint of withBodies)
    for (const schema of getEndpointBodySchemas(endpoint)) {
      const { error } = endpoint.body!.safeParse(createValidValue(schema))
      assert.equal(error, undefined, `${nameOf(endpoint)}: ${error?.message}`)
    }
})

test('every endpoint rejects an unknown field with an error that names it', async () => {
  for (const endpoint of withBodies)
    for (const schema of getEndpointBodySchemas(endpoint)) {
      const body = { ...(createValidValue(schema) as object), surprising: 1 }
      const { status, detail, place } = await sendTo(
        endpoint,
        fillPathParameters(endpoint),
        JSON.stringify(body),
      )
      assert.equal(status, 422, place)
      assert.match(detail, /surprising/, place)
    }
})

test('every endpoint rejects a field of the wrong type instead of converting it', async () => {
  for (const endpoint of withBodies)
    for (const schema of getEndpointBodySchemas(endpoint))
      for (const [name, field] of Object.entries(fieldsOf(schema)))
        for (const value of createInvalidValues(field)) {
          const body = { ...(createValidValue(schema) as object), [name]: value }
          assert.ok(!endpoint.body!.safeParse(body).success, `${nameOf(endpoint)} takes ${name}: ${value}`)
          const { status, code, place } = await sendTo(
            endpoint,
            fillPathParameters(endpoint),
            JSON.stringify(body),
          )
          // The server must reject the invalid field with one of these statuses, because any other error
          // could be about another part of the request.
          const statuses = field.format === 'uuid' ? [404, 422] : [400, 403, 422]
          const isRefused = statuses.includes(status) || wrongSecrets.includes(code)
          assert.ok(isRefused, `${place}: ${status} ${code}`)
        }
})

/** A secret that is not a string counts as a wrong secret. */
const wrongSecrets = ['sign_in_failed', 'invalid_token']

function fieldsOf(schema: JsonSchema): Record<string, JsonSchema> {
  if (schema.properties) return schema.properties
  return { [String(schema.propertyNames!.enum![0])]: recordValueSchema(schema) }
}

test('every endpoint rejects unknown, repeated and wrongly typed parameters', async () => {
  for (const endpoint of endpoints) {
    const body = bodyFor(endpoint)
    const path = fillPathParameters(endpoint)
    const unknown = await sendTo(
      endpoint,
      `${path}?${new URLSearchParams([...requiredParameters(endpoint), ['surprising', '1']])}`,
      body,
    )
    assert.equal(unknown.status, 422, unknown.place)
    assert.match(unknown.detail, /surprising/, unknown.place)
    for (const [name, schema] of Object.entries(getParameterSchemas(endpoint.query))) {
      const value = encodeURIComponent(String(createValidValue(schema, name)))
      const twice = await sendTo(endpoint, `${path}?${name}=${value}&${name}=${value}`, body)
      // The server must reject a parameter that is sent twice.
      assert.ok([400, 404, 422].includes(twice.status), `${twice.place}: ${twice.status}`)
      for (const hostile of ['', '%00', '%ff', '-1', '1e400', 'x'.repeat(5000)])
        await sendTo(endpoint, `${path}?${name}=${hostile}`, body)
    }
  }
  await goBack()
})

/** Returns the endpoint's required query parameters, each with a valid value. */
function requiredParameters({ query }: Endpoint): [string, string][] {
  if (!query || query.safeParse({}).success) return []
  return Object.entries(getParameterSchemas(query)).map(([name, schema]) => [
    name,
    String(createValidValue(schema, name)),
  ])
}

test('every endpoint rejects request bodies that are malformed, too large or not declared as JSON', async () => {
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
  for (const endpoint of withBodies) {
    const path = fillPathParameters(endpoint)
    const says = async (status: number[], body: string | Uint8Array, type?: string) => {
      const told = await sendTo(endpoint, path, body, type)
      const isWrongSecret = status.includes(422) && wrongSecrets.includes(told.code)
      assert.ok(status.includes(told.status) || isWrongSecret, `${told.place}: ${told.status}, as ${type}`)
    }
    for (const body of ['', '{"a":1}{"b":2}', new Uint8Array([0xff, 0xfe, 0x7b])]) await says([400], body)
    for (const body of ['null', deep]) await says([400, 422], body)
    await says([413], `{"a":"${'x'.repeat(65_536 + 1 - 8)}"}`)
    const fine = bodyFor(endpoint)!
    for (const type of ['application/json; charset=utf-16', 'text/plain']) await says([415], fine, type)
  }
})

const hostile = ['a\u0000b\u202egnp.exe\u001b[2J\ufeffx\u2066y', 'x\ud800y\udc00']

test('no text field stores control characters, bidi characters or lone surrogates', async () => {
  for (const endpoint of withBodies) {
    for (const schema of getEndpointBodySchemas(endpoint))
      for (const [name, field] of Object.entries(fieldsOf(schema))) {
        if (!acceptsAnyString(field)) continue
        for (const words of hostile)
          await sendTo(
            endpoint,
            existingPath(endpoint),
            JSON.stringify({ ...(createValidValue(schema) as object), [name]: words }),
          )
      }
    await goBack()
  }
  assert.deepEqual(await findStoredControlCharacters(), [])
})

/** Returns the endpoint's URL for an existing resource that the request affects. */
function existingPath(endpoint: Endpoint): string {
  const item = cast.items.public.id
  return fillPathParameters(endpoint, endpoint.path.startsWith('/api/content/') ? { id: item } : {})
}

/**
 * Returns all strings in the database that contain control characters, bidi characters or lone surrogates.
 */
async function findStoredControlCharacters(): Promise<string[]> {
  const { rows: columns } = await sql<{ place: string; column: string }>`
    select table_name as place, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'character varying', 'jsonb', 'json')`.execute(db)
  const found: string[] = []
  const unwanted = String.raw`[\u0001-\u0008\u000b-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]`
  for (const { place, column } of columns) {
    const { rows: hits } = await sql<{ value: string }>`
      select ${sql.ref(column)}::text as value from ${sql.table(place)}
      where ${sql.ref(column)}::text ~ ${unwanted} or ${sql.ref(column)}::text ~* ${String.raw`\\u(0000|202[a-e]|206[6-9]|d[89a-f]..)`} limit 3`.execute(
      db,
    )
    found.push(...hits.map(({ value }) => `${place}.${column}: ${JSON.stringify(value)}`))
  }
  return found
}

function chooseActor(path: string): 'admin' | 'caseworker' | 'stranger' {
  if (path.startsWith('/api/admin/')) return 'admin'
  return path.startsWith('/api/mod/') ? 'caseworker' : 'stranger'
}
