import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { type ZodType, z } from 'zod'
import type { ResponseOf, Endpoint, ParsedInputOf } from '#contract/endpoint.ts'
import { ApiError, isApiErrorCode } from '#contract/errors/api-error.ts'
import { readJsonBody } from './request-body.ts'
import { createErrorResponse } from './error-responses.ts'
import { omitDisabledFields } from './conditional-fields.ts'
import { withIdempotencyKey } from './idempotency.ts'
import type { Viewer } from './viewer.ts'

/** What hangs on a request: set by the door, read by the routes. */
export interface HttpEnv {
  Variables: {
    requestId: string
    viewer: Viewer
    address: string
    /** For the scripts of pages; answers to programs have none. */
    nonce: string
    /** The headers that guard every answer, and whether they are in this one (guards.ts). */
    securing: Readonly<Record<string, string>>
    isSecured?: true
    /** The pattern of the route of the API that answers. */
    route?: string
  }
  Bindings: {
    /** Set when a page render calls the API in-process: what the page's request has found out already. */
    passed?: { viewer: Viewer; address: string; requestId: string }
    /** Node's own request, where one came by a socket. */
    incoming?: IncomingMessage
  }
}

/** What a verb gets: the parsed parts, who asks, and the raw request for the few that stream. */
export type EndpointCall<E> = ParsedInputOf<E> & {
  viewer: Viewer
  request: Request
  address: string
  /** For the answer: cookies, caching. */
  headers: Headers
}

/** One endpoint of the contract with the verb that answers it. */
export interface EndpointRoute {
  kind: 'endpoint'
  endpoint: Endpoint
  answer(c: Context<HttpEnv>): Promise<Response>
}

/** A route outside the contract (media bytes, tus, live updates): it speaks Request and Response. */
export interface RawRoute {
  kind: 'raw'
  methods: string[]
  path: string
  answer(c: Context<HttpEnv>): Promise<Response> | Response
}

export type Route = EndpointRoute | RawRoute

/** Binds an endpoint to its verb: parse at the edge, then call, then answer with the declared status. */
export function mountEndpoint<E extends Endpoint>(
  endpoint: E,
  verb: (call: EndpointCall<E>) => Promise<ResponseOf<E>>,
): EndpointRoute {
  return {
    kind: 'endpoint',
    endpoint,
    async answer(c) {
      const parsed = await parse(endpoint, c)
      // Not by `c.var`, which makes an object of all of them each time.
      const [viewer, address] = [c.get('viewer'), c.get('address')]
      let own: Headers | undefined
      const call = {
        ...parsed,
        viewer,
        address,
        request: c.req.raw,
        get headers() {
          return (own ??= new Headers(uncachedHeaders))
        },
      }
      const key = c.req.header('idempotency-key')
      const asked = { endpoint, viewer, key, parts: parsed }
      const answer = await withIdempotencyKey(asked, () => verb(call as EndpointCall<E>)).catch((thrown) =>
        errorWithCookies(call.headers, thrown, c),
      )
      if (answer instanceof Response) return answer
      const status = endpoint.status ?? 200
      const type: Record<string, string> = answer === undefined ? {} : { 'content-type': 'application/json' }
      const body = answer === undefined ? null : JSON.stringify(answer)
      if (own) return new Response(body, { status, headers: withType(own, type) })
      // Most verbs say nothing of their own: then the headers stay a record until they are written, which takes a tenth of the time.
      c.set('isSecured', true)
      const headers = {
        ...uncachedHeaders,
        ...type,
        ...c.get('securing'),
        'x-request-id': c.get('requestId'),
      }
      return new Response(body, { status, headers })
    },
  }
}

const uncachedHeaders = { 'cache-control': 'private, no-store' }

function withType(headers: Headers, type: Record<string, string>): Headers {
  for (const [name, value] of Object.entries(type)) if (!headers.has(name)) headers.set(name, value)
  return headers
}

/** A refusal may set a cookie too. */
function errorWithCookies(headers: Headers, thrown: unknown, c: Context<HttpEnv>): Response {
  if (!(thrown instanceof ApiError) || !headers.has('set-cookie')) throw thrown
  const answer = createErrorResponse(thrown, c.var.requestId)
  for (const cookie of headers.getSetCookie()) answer.headers.append('set-cookie', cookie)
  return answer
}

export function rawRoute(methods: string[], path: string, answer: RawRoute['answer']): RawRoute {
  return { kind: 'raw', methods, path, answer }
}

const noQuery = z.strictObject({})

async function parse(endpoint: Endpoint, c: Context<HttpEnv>) {
  const params = endpoint.params && parseInput(endpoint.params, c.req.param())
  const query = parseInput(endpoint.query ?? noQuery, queryOf(c.req.queries()))
  const body = endpoint.body && parseInput(omitDisabledFields(endpoint.body), await readJsonBody(c.req.raw))
  return { params, query, body }
}

/** A parameter given twice is refused by the schema, not silently halved. */
function queryOf(given: Record<string, string[]>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(given).map(([name, values]) => [name, values.length === 1 ? values[0]! : values]),
  )
}

/**
 * Parses, or throws the Refusal. An issue whose message is a refusal's code becomes that refusal: this is how a
 * schema of the contract speaks the specification's sentences.
 */
export function parseInput<S extends ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) {
    const place = findUnstorableText(parsed.data)
    if (place === null) return parsed.data
    throw new ApiError('invalid_input', { problem: `${place}holds a character that is none` })
  }
  const issue = parsed.error.issues.find(({ message }) => isApiErrorCode(message)) ?? parsed.error.issues[0]!
  if (isApiErrorCode(issue.message)) throw new ApiError(issue.message)
  const place = issue.path.length ? `${issue.path.join('.')}: ` : ''
  throw new ApiError('invalid_input', { problem: `${place}${issue.message}` })
}

/**
 * Where in a parsed value stands what PostgreSQL can't keep: U+0000, or half of a surrogate pair. Texts of people have lost
 * theirs by now (`PlainText`); in a password, a token, a place in a list they are refused.
 */
function findUnstorableText(value: unknown): string | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? '' : null
  if (typeof value !== 'object' || value === null) return null
  for (const [name, part] of Object.entries(value)) {
    if (findUnstorableText(name) !== null) return ''
    const place = findUnstorableText(part)
    if (place !== null) return `${name}${place ? `.${place}` : ': '}`
  }
  return null
}
