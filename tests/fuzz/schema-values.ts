import { z, type ZodType } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { omitDisabledFields } from '#server/platform/http/feature-gated-fields.ts'
import type { JsonSchema } from './json-schema.ts'

const never = '0198f000-0000-7000-8000-000000000000'

/** Valid values by field name, for fields that also reject some values that match their schema. */
const words: Record<string, string> = {
  played: 'f'.repeat(25),
  username: 'walker_1',
  playback_id: 'nothing-here-123',
  receipt: 'ABCDEFGHJKMNPQRS',
  key: 'network:nothing',
  email: 'walker@example.com',
  next: '/dashboard',
  file_name: 'a.mp4',
  trailer_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  time_zone: 'Europe/Berlin',
  publish_at: new Date(Date.now() + 24 * 3600_000).toISOString(),
  starts_at: new Date(Date.now() + 24 * 3600_000).toISOString(),
  language: 'en',
  from: '21:00',
  to: '07:00',
  addresses: `http://localhost:3000/watch/${never}`,
  address: `http://localhost:3000/watch/${never}`,
  // This host is not a push service, so the server under test never connects to it.
  endpoint: 'https://push.example/walker',
  // The keys of the example in RFC 8291, section 5.
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  password: 'kayak-lantern-42',
  url: 'https://hooks.example.org/',
  provider: 'google',
  since: '2026-01-01T00:00:00.000Z',
  new_password: 'kayak-lantern-42',
}

/**
 * Returns one schema for each shape of body that an endpoint accepts: the members of the union, or the schema
 * itself if it is not a union.
 */
export function getEndpointBodySchemas(endpoint: Endpoint): JsonSchema[] {
  if (!endpoint.body) return []
  const schema = schemaOf(omitDisabledFields(endpoint.body))
  return schema.properties || schema.propertyNames ? [schema] : (schema.oneOf ?? schema.anyOf ?? [schema])
}

/** Returns the parameters of a path or a query, by name. */
export function getParameterSchemas(schema: ZodType | undefined): Record<string, JsonSchema> {
  return schema ? (schemaOf(schema).properties ?? {}) : {}
}

function schemaOf(schema: ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
}

/** Returns the schema of the values of a record, such as `{ 144: 12.5 }`. */
export function recordValueSchema({ additionalProperties }: JsonSchema): JsonSchema {
  return typeof additionalProperties === 'object' ? additionalProperties : {}
}

/** Returns a valid value with every field set. Every call with the same schema returns the same value. */
export function createValidValue(schema: JsonSchema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return createValidValue(choices[0]!, name)
  switch ([schema.type].flat()[0]) {
    case 'integer':
    case 'number':
      return name === 'age' ? 16 : Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      // A valid list of chapters is empty or has at least three different entries.
      return name === 'custom_chapters' ? [] : [createValidValue(schema.items ?? {}, name)]
    case 'object':
      if (schema.propertyNames?.enum)
        return {
          [String(schema.propertyNames.enum[0])]: createValidValue(recordValueSchema(schema)),
        }
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([part, of]) => [part, createValidValue(of, part)]),
      )
    default:
      return text(schema, name)
  }
}

function text(schema: JsonSchema, name: string): string {
  if (schema.maxLength === 0) return ''
  if (schema.format === 'uuid') return never
  return words[name] ?? 'Words'
}

/** Returns values of types that the schema does not accept. */
export function createInvalidValues(schema: JsonSchema): unknown[] {
  const taken = valueKinds(schema)
  const one: Record<string, unknown> = { number: 5, array: [], object: {}, null: null, boolean: true }
  const others = Object.entries(one).flatMap(([kind, value]) => (taken.has(kind) ? [] : [value]))
  if (!taken.has('string')) others.push('5')
  return others
}

export function acceptsAnyString(schema: JsonSchema): boolean {
  return valueKinds(schema).has('string')
}

function valueKinds(schema: JsonSchema): Set<string> {
  if (schema.const !== undefined) return new Set([typeof schema.const])
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return new Set(choices.flatMap((choice) => [...valueKinds(choice)]))
  return new Set([schema.type ?? 'string'].flat().map((kind) => (kind === 'integer' ? 'number' : kind)))
}

/** Returns the path with a value for each parameter: the value in `given`, or else any valid value. */
export function fillPathParameters(endpoint: Endpoint, given: Record<string, string> = {}): string {
  const fitting = getParameterSchemas(endpoint.params)
  return endpoint.path.replace(
    /\{(\w+)\}/g,
    (_, name: string) =>
      given[name] ?? encodeURIComponent(String(createValidValue(fitting[name] ?? {}, name))),
  )
}

/** Returns a query with valid values for the parameters that the endpoint requires, or an empty string. */
export function createRequiredQueryString({ query }: Endpoint): string {
  const schema = query && schemaOf(query)
  const values = (schema?.required ?? []).map((name) => [
    name,
    String(createValidValue(schema!.properties![name]!, name)),
  ])
  return values.length > 0 ? `?${new URLSearchParams(values)}` : ''
}
