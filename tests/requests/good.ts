import { z, type ZodType } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { inForce } from '#server/platform/http/in-force.ts'
import type { Schema } from './schema.ts'

const never = '0198f000-0000-7000-8000-000000000000'

/** What fits where a schema alone does not say it. */
const words: Record<string, string> = {
  username: 'walker_1',
  playback_id: 'nothing-here-123',
  receipt: 'ABCDEFGHJKMNPQRS',
  key: 'network:nothing',
  email: 'walker@example.com',
  next: '/dashboard',
  file_name: 'a.mp4',
  trailer_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  time_zone: 'Europe/Berlin',
  from: '21:00',
  to: '07:00',
  addresses: `http://localhost:3000/watch/${never}`,
  address: `http://localhost:3000/watch/${never}`,
  password: 'kayak-lantern-42',
  new_password: 'kayak-lantern-42',
}

/** Every form of body that an endpoint takes, as a schema: one, or each of a union. */
export function bodies(endpoint: Endpoint): Schema[] {
  if (!endpoint.body) return []
  const schema = schemaOf(inForce(endpoint.body))
  return schema.properties || schema.propertyNames ? [schema] : (schema.oneOf ?? schema.anyOf ?? [schema])
}

/** The parameters of a path or a query, by name. */
export function parameters(schema: ZodType | undefined): Record<string, Schema> {
  return schema ? (schemaOf(schema).properties ?? {}) : {}
}

function schemaOf(schema: ZodType): Schema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
}

/** A value that fits, with every field in it; always the same. */
export function good(schema: Schema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return good(choices[0]!, name)
  switch ([schema.type].flat()[0]) {
    case 'integer':
    case 'number':
      return name === 'age' ? 16 : Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return [good(schema.items ?? {}, name)]
    case 'object':
      if (schema.propertyNames?.enum) return { [String(schema.propertyNames.enum[0])]: true }
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([part, of]) => [part, good(of, part)]),
      )
    default:
      return text(schema, name)
  }
}

function text(schema: Schema, name: string): string {
  if (schema.maxLength === 0) return ''
  if (schema.format === 'uuid') return never
  return words[name] ?? 'Words'
}

/** Values of kinds that a schema does not take. */
export function wrong(schema: Schema): unknown[] {
  const taken = kinds(schema)
  const one: Record<string, unknown> = { number: 5, array: [], object: {}, null: null, boolean: true }
  const others = Object.entries(one).flatMap(([kind, value]) => (taken.has(kind) ? [] : [value]))
  if (!taken.has('string')) others.push('5')
  return others
}

export function takesText(schema: Schema): boolean {
  return kinds(schema).has('string')
}

function kinds(schema: Schema): Set<string> {
  if (schema.const !== undefined) return new Set([typeof schema.const])
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return new Set(choices.flatMap((choice) => [...kinds(choice)]))
  return new Set([schema.type ?? 'string'].flat().map((kind) => (kind === 'integer' ? 'number' : kind)))
}

/** The path with a fitting value for each parameter, or with `given` for some. */
export function filled(endpoint: Endpoint, given: Record<string, string> = {}): string {
  const fitting = parameters(endpoint.params)
  return endpoint.path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => given[name] ?? encodeURIComponent(String(good(fitting[name] ?? {}, name))),
  )
}
