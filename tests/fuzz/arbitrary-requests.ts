import fc, { type Arbitrary } from 'fast-check'
import { hostileRequestBodies, hostileHeaders, hostileStrings, hostileValues } from './hostile-inputs.ts'
import { arbitraryRequestsOutsideOpenApi } from './requests-outside-openapi.ts'
import type { FuzzRequest, FuzzDictionary, OpenApiDocument, OpenApiOperation } from './fuzz-request.ts'
import type { JsonSchema } from './json-schema.ts'
import { recordValueSchema } from './schema-values.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']

/** Generates valid, slightly wrong and hostile requests for every operation of the OpenAPI document. */
export function arbitraryRequests(
  document: OpenApiDocument,
  dictionary: FuzzDictionary,
): Arbitrary<FuzzRequest> {
  const each = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) =>
      requestOf(method.toUpperCase(), path, operation, dictionary),
    ),
  )
  return fc.oneof(
    { arbitrary: fc.oneof(...each), weight: 8 },
    { arbitrary: arbitraryRequestsOutsideOpenApi(dictionary), weight: 1 },
    { arbitrary: arbitraryNonApiRequests(dictionary), weight: 1 },
  )
}

function requestOf(
  method: string,
  path: string,
  operation: OpenApiOperation,
  dictionary: FuzzDictionary,
): Arbitrary<FuzzRequest> {
  const named = operation.parameters.filter((parameter) => parameter.in === 'path')
  const asked = operation.parameters.filter((parameter) => parameter.in === 'query')
  const schema = operation.requestBody?.content['application/json'].schema
  return fc
    .record({
      actor: fc.constantFrom(...dictionary.actors),
      method: mostly(fc.constant(method), fc.constantFrom(...methods), 14),
      params: fc.tuple(...named.map(({ name, schema: of }) => pathPart(name, of, dictionary))),
      query: fc.tuple(
        ...asked.map(({ name, schema: of }) =>
          fc.option(
            valueOf(of, name, dictionary).map((value) => [name, value] as const),
            { nil: null },
          ),
        ),
      ),
      more: mostly(fc.constant<[string, string][]>([]), fc.array(extra, { minLength: 1, maxLength: 3 }), 6),
      headers: mostly(
        fc.constant({}),
        fc.array(fc.constantFrom(...hostileHeaders), { minLength: 1, maxLength: 2 }),
        4,
      ),
      body: schema ? bodyOf(schema, dictionary) : mostly(fc.constant(undefined), garbage, 8),
    })
    .map(({ actor, method: how, params, query, more, headers, body }) => {
      let at = 0
      const filled = path.replace(/\{\w+\}/g, () => encoded(params[at++]!))
      const pairs = [...query.filter((pair) => pair !== null), ...more]
      const search = pairs.map(([name, value]) => `${encoded(name)}=${encoded(text(value))}`).join('&')
      const address = search ? `${filled}?${search}` : filled
      const type = body === undefined ? {} : { 'content-type': 'application/json' }
      return {
        actor,
        method: how,
        path: address.slice(0, 8000),
        headers: Object.assign({}, type, ...[headers].flat()) as Record<string, string>,
        body: how === 'GET' || how === 'HEAD' || how === 'TRACE' ? undefined : body,
      }
    })
}

const extra = fc.tuple(fc.constantFrom(...hostileStrings), fc.constantFrom(...hostileStrings))
const garbage = fc.oneof(
  fc.constantFrom(...hostileRequestBodies),
  fc.json({ maxDepth: 4 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
)

/**
 * Generates a valid body (with weight 6), a valid body with one change (weight 3), or an arbitrary body
 * (weight 1).
 */
function bodyOf(schema: JsonSchema, dictionary: FuzzDictionary): Arbitrary<string | Buffer> {
  const good = valueOf(schema, 'body', dictionary)
  const changed = fc
    .record({
      value: good,
      at: fc.nat(30),
      how: fc.constantFrom('drop', 'add', 'replace', 'text'),
      hostile: fc.constantFrom(...hostileValues),
      text: fc.constantFrom(...hostileStrings),
    })
    .map(({ value, at, how, hostile, text: words }) => change(value, at, how, hostile, words))
  return fc.oneof(
    { arbitrary: good.map((value) => JSON.stringify(value) ?? ''), weight: 6 },
    { arbitrary: changed.map((value) => JSON.stringify(value) ?? ''), weight: 3 },
    { arbitrary: garbage, weight: 1 },
  )
}

function change(value: unknown, at: number, how: string, hostile: unknown, words: string): unknown {
  if (typeof value !== 'object' || value === null) return hostile
  const names = Object.keys(value)
  const name = names[at % Math.max(1, names.length)] ?? 'a'
  if (how === 'drop') return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
  if (how === 'add') return { ...value, [words.slice(0, 50)]: hostile }
  return { ...value, [name]: how === 'text' ? words : hostile }
}

/**
 * Generates a value that is valid according to the schema. IDs and names mostly refer to records that exist.
 */
function valueOf(schema: JsonSchema, name: string, dictionary: FuzzDictionary): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => valueOf(choice, name, dictionary)))
  switch ([schema.type].flat()[0]) {
    case 'integer':
      return number(schema)
    case 'number':
      return fc.oneof(number(schema), fc.double({ noNaN: true }))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, name, dictionary), { maxLength: 5 })
    case 'object':
      return object(schema, dictionary)
    default:
      return string(schema, name, dictionary)
  }
}

function number({ minimum = -100, maximum = 100_000 }: JsonSchema): Arbitrary<number> {
  const from = Math.max(minimum, -1000)
  const to = Math.min(maximum, 1_000_000)
  return fc.oneof(
    fc.integer({ min: from, max: to }),
    fc.integer({ min: Math.max(from, 0), max: Math.min(to, 30) }),
  )
}

function object(schema: JsonSchema, dictionary: FuzzDictionary): Arbitrary<unknown> {
  const properties = schema.properties ?? {}
  if (schema.propertyNames?.enum)
    return fc.dictionary(
      fc.constantFrom(...(schema.propertyNames.enum as string[])),
      valueOf(recordValueSchema(schema), '', dictionary),
    )
  const parts = Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [name, valueOf(part, name, dictionary)]),
  )
  return fc.record(parts, { requiredKeys: schema.required ?? [] })
}

function string(schema: JsonSchema, name: string, dictionary: FuzzDictionary): Arbitrary<string> {
  const own = dictionary.texts[name]
  if (schema.format === 'uuid' || /(^|_)id$|Id$/.test(name))
    return mostly(fc.constantFrom(...dictionary.ids), fc.uuid(), 6)
  const free = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: schema.minLength ?? 0, maxLength: 60 }),
    fc.constantFrom(...hostileStrings),
    fc.lorem({ maxCount: 12 }),
  )
  if (own) return mostly(fc.constantFrom(...own), free, 3)
  return schema.pattern ? mostly(fc.stringMatching(new RegExp(schema.pattern)), free, 4) : free
}

function pathPart(name: string, schema: JsonSchema, dictionary: FuzzDictionary): Arbitrary<string> {
  const hostile = fc.oneof(
    fc.constantFrom(...hostileStrings),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
  )
  return mostly(valueOf(schema, name, dictionary).map(text), hostile, 4)
}

/** Generates URLs outside the API: pages, media, built files, and paths that do not exist. */
function arbitraryNonApiRequests(dictionary: FuzzDictionary): Arbitrary<FuzzRequest> {
  const rough = fc.constantFrom(
    '%',
    '%ff',
    '%c0%ae',
    '%00',
    '//',
    '/..',
    '/.',
    '\\',
    ';',
    '.map',
    '.data',
    '?',
    '#',
  )
  return fc
    .record({
      actor: fc.constantFrom(...dictionary.actors),
      method: mostly(fc.constant('GET'), fc.constantFrom(...methods), 6),
      path: fc.constantFrom(...dictionary.paths),
      end: mostly(
        fc.constant(''),
        fc
          .array(fc.oneof(rough, fc.string({ unit: 'grapheme-ascii', maxLength: 8 })), { maxLength: 4 })
          .map((parts) => parts.join('')),
        2,
      ),
      query: mostly(fc.constant<[string, string][]>([]), fc.array(extra, { minLength: 1, maxLength: 2 }), 2),
      headers: mostly(fc.constant({}), fc.constantFrom(...hostileHeaders), 2),
      body: garbage,
    })
    .map(({ actor, method, path, end, query, headers, body }) => ({
      actor,
      method,
      // Node's HTTP client cannot send spaces or characters beyond Latin-1 in a request line.
      path: `${path}${end}${query.length ? '?' : ''}${query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')}`
        .replace(/[^\u0021-\u00ff]/g, (letter) => encoded(letter))
        .slice(0, 8000),
      headers: { ...headers },
      body: ['GET', 'HEAD', 'TRACE'].includes(method) ? undefined : body,
    }))
}

function mostly<A, B>(usual: Arbitrary<A>, else_: Arbitrary<B>, weight: number): Arbitrary<A | B> {
  return fc.oneof({ arbitrary: usual, weight }, { arbitrary: else_, weight: 1 })
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function encoded(value: string): string {
  return encodeURIComponent(value.toWellFormed())
}
