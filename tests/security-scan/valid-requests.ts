import type { FuzzDictionary, OpenApiDocument } from '#tests/fuzz/fuzz-request.ts'
import type { FuzzTestSite } from '#tests/fuzz/fuzz-test-site.ts'

type Operation = OpenApiDocument['paths'][string][string]
type Schema = Operation['parameters'][number]['schema']

/** A request that succeeded, with an injection point at every `*`. */
export interface ValidRequest {
  name: string
  actor: string
  method: string
  path: string
  body: string | undefined
  /** The status of the site's response to the request without the asterisks. */
  status: number
}

/**
 * The scan skips these operations, because they change the actor or the actor's permissions, and the site
 * would then refuse later requests.
 */
const destructiveOperations =
  /^(DELETE \/api\/session|DELETE \/api\/me\/sessions|POST \/api\/me\/deletion|DELETE \/api\/account)/

/**
 * Returns one request for each operation that has parameters. Each request uses the actor and the record that
 * get the best response: success, otherwise invalid content, forbidden or not found, in this order.
 */
export async function collectValidRequests(site: FuzzTestSite): Promise<ValidRequest[]> {
  const found: ValidRequest[] = []
  const operations = Object.entries(site.document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    .toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method))
  for (const { path, method, operation } of operations) {
    const tries = triesOf(path, method.toUpperCase(), operation, site.dictionary)
    if (tries.length === 0 || destructiveOperations.test(tries[0]!.name)) continue
    found.push(await chooseBestRequest(site, tries))
  }
  await site.restore()
  return found
}

const order = ['get', 'post', 'put', 'patch', 'delete']

type Try = Omit<ValidRequest, 'status'>

/**
 * Returns requests for one operation, by every actor and for every record. Returns nothing if the operation
 * has no parameters.
 */
function triesOf(path: string, method: string, operation: Operation, dictionary: FuzzDictionary): Try[] {
  const named = operation.parameters.filter((one) => one.in === 'path')
  const asked = operation.parameters.filter((one) => one.in === 'query')
  const schema = operation.requestBody?.content['application/json'].schema
  if (named.length + asked.length === 0 && !schema) return []
  const ids = named.some(({ name, schema: of }) => isId(name, of)) ? dictionary.ids : [dictionary.ids[0]!]
  return ids.flatMap((id) => {
    const values = (name: string, of: Schema) => example(of, name, dictionary, id)
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const { schema: of } = named.find((one) => one.name === name)!
      return place(values(name, of))
    })
    const query = asked.map(({ name, schema: of }) => `${name}=${place(values(name, of))}`)
    const address = query.length > 0 ? `${filled}?${query.join('&')}` : filled
    const body = schema && JSON.stringify(addInjectionPoints(example(schema, 'body', dictionary, id)))
    const name = `${method} ${path}`
    if (!`${address}${body}`.includes('*')) return []
    return actors.map((actor) => ({ name, actor, method, path: address, body }))
  })
}

const actors = ['owner', 'stranger', 'caseworker', 'admin', 'anonymous']

async function chooseBestRequest(site: FuzzTestSite, tries: Try[]): Promise<ValidRequest> {
  let found: ValidRequest | undefined
  for (const one of tries) {
    const { status } = await sendRequest(site, one)
    if (!found || rank(status) < rank(found.status)) found = { ...one, status }
    if (rank(status) === 0) break
  }
  return found!
}

/** Ranks response statuses, best first: success, invalid content, forbidden, not found, anything else. */
function rank(status: number): number {
  if (status < 400) return 0
  return { 409: 1, 422: 1, 403: 2, 404: 3 }[status] ?? 4
}

async function sendRequest(site: FuzzTestSite, { actor, method, path, body }: Try): Promise<Response> {
  const { cookie } = site.credentialsOf(actor)
  const headers = { ...(cookie && { cookie }), ...(body && { 'content-type': 'application/json' }) }
  const plain = body?.replaceAll('*', '')
  const response = await fetch(site.origin + path.replaceAll('*', ''), {
    method,
    headers,
    redirect: 'manual',
    ...(plain && { body: plain }),
  })
  await response.body?.cancel()
  return response
}

function isId(name: string, { format }: Schema): boolean {
  return format === 'uuid' || /(^|_)id$|Id$/.test(name)
}

/**
 * Returns a valid value: an existing value for a parameter of this name, or else the simplest value that the
 * schema allows.
 */
function example(schema: Schema, name: string, dictionary: FuzzDictionary, id: string): unknown {
  if (schema.const !== undefined) return new Listed(schema.const)
  if (schema.enum) return new Listed(schema.enum[0])
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return example(choices[0]!, name, dictionary, id)
  switch ([schema.type].flat()[0]) {
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, schema.minimum ?? 1), schema.maximum ?? 1)
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return [example(schema.items ?? {}, name, dictionary, id)]
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, part]) => [
          key,
          example(part, key, dictionary, id),
        ]),
      )
    default:
      return text(schema, name, dictionary, id)
  }
}

function text(schema: Schema, name: string, dictionary: FuzzDictionary, id: string): string {
  if (isId(name, schema)) return id
  const own = dictionary.texts[name]?.[0]
  if (own !== undefined) return own
  if (schema.format === 'date-time') return new Date(Date.now() - 3600_000).toISOString()
  return 'harbour lights at dusk'.slice(0, schema.maxLength ?? 30)
}

/**
 * A value from an enum. An enum value gets no injection point, because the site rejects values outside an
 * enum before any lookup. `npm run test:fuzz` tests values outside an enum.
 */
class Listed {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
}

const place = (value: unknown): string =>
  value instanceof Listed ? encodeURIComponent(String(value.value)) : `${encodeURIComponent(String(value))}*`

/** Marks strings and numbers as injection points by appending `*`. */
function addInjectionPoints(value: unknown): unknown {
  if (value instanceof Listed) return value.value
  if (typeof value === 'string' || typeof value === 'number') return `${value}*`
  if (Array.isArray(value)) return value.map(addInjectionPoints)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, addInjectionPoints(part)]))
}
