import assert from 'node:assert/strict'
import { z, type ZodType } from 'zod'

/**
 * Everything that a client can observe in a response, except the values that always differ: the request ID
 * and the page's nonce.
 */
export interface NormalizedResponse {
  status: number
  headers: string
  body: string
}

/**
 * Ignores the IDs in `ids`, because the requested URLs contain these IDs and the page may repeat the URLs.
 */
export async function normalizeResponse(response: Response, ids: string[] = []): Promise<NormalizedResponse> {
  const nonce = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1]
  const requestId = response.headers.get('x-request-id')
  const own = [nonce, requestId, ...ids].filter((one): one is string => Boolean(one))
  const without = (text: string) =>
    own.reduce((rest, one, at) => rest.replaceAll(one, `(${at < own.length - ids.length ? at : 'id'})`), text)
  const headers = [...response.headers]
    .filter(([name]) => name !== 'date' && name !== 'x-request-id')
    .map(([name, value]) => `${name}: ${without(value)}`)
    .toSorted()
    .join('\n')
  return { status: response.status, headers, body: without(await response.text()) }
}

/** Returns the error code of a rejected request, or undefined if the request succeeded. */
export function readErrorCode({ body }: NormalizedResponse): string | undefined {
  if (!body.startsWith('{')) return undefined
  return (JSON.parse(body) as { error?: { code: string } }).error?.code
}

/** Returns the response fields that the endpoint does not declare, as paths such as `items[].secret`. */
export function findUndeclaredFields(response: ZodType, value: unknown): string[] {
  const schema = schemaOf(response)
  return [...findStrangeFields(schema, value, '', schema.$defs ?? {})]
}

const schemas = new Map<ZodType, Schema>()

function schemaOf(response: ZodType): Schema {
  const known = schemas.get(response)
  if (known) return known
  const schema = z.toJSONSchema(response, { io: 'output', unrepresentable: 'any' }) as Schema
  schemas.set(response, schema)
  return schema
}

interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  propertyNames?: unknown
  additionalProperties?: boolean | Schema
  items?: Schema
}

function* findStrangeFields(
  schema: Schema,
  value: unknown,
  place: string,
  defs: Record<string, Schema>,
): Iterable<string> {
  if (typeof value !== 'object' || value === null) return
  const shapes = shapesOf(schema, defs)
  if (Array.isArray(value)) {
    const items = shapes.flatMap((shape) => shape.items ?? [])
    for (const one of value)
      if (items.length) yield* findStrangeFields({ anyOf: items }, one, `${place}[]`, defs)
    return
  }
  const isOpen = shapes.some((shape) => !shape.properties)
  for (const [name, inner] of Object.entries(value)) {
    const known = shapes.flatMap((shape) => shape.properties?.[name] ?? [])
    if (known.length) yield* findStrangeFields({ anyOf: known }, inner, `${place}.${name}`, defs)
    else if (!isOpen) yield `${place}.${name}`
  }
}

function shapesOf(schema: Schema, defs: Record<string, Schema>): Schema[] {
  if (schema.$ref) return shapesOf(defs[schema.$ref.replace('#/$defs/', '')] ?? {}, defs)
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return parts.length ? parts.flatMap((part) => shapesOf(part, defs)) : [schema]
}

/** Fails if the response contains another person's email address or real name. */
export function assertNoPersonalData(body: string, self: string): void {
  for (const [found, name] of body.matchAll(/(\w+)(?:@example\.com| Secretname)/g))
    assert.equal(name, self, `${found} in an answer to ${self || 'a stranger'}`)
}
