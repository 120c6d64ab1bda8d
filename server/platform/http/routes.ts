import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { type ZodType, z } from 'zod'
import type { ResponseOf, Endpoint, ParsedInputOf } from '#contract/endpoint.ts'
import { ApiError, isApiErrorCode } from '#contract/errors/api-error.ts'
import { readJsonBody } from './request-body.ts'
import { readFromReplica } from '../db/replica/read-replica.ts'
import { createErrorResponse } from './error-responses.ts'
import { omitDisabledFields } from './feature-gated-fields.ts'
import { withIdempotencyKey } from './idempotency.ts'
import type { Locale } from '#i18n/locales.ts'
import type { Viewer } from './viewer.ts'

/** Per-request values, set by the middleware of `createApp`. */
export interface HonoEnv {
  Variables: {
    requestId: string
    viewer: Viewer
    address: string
    /** The language of the response. */
    locale: Locale
    /** The nonce for the scripts of a page. Empty in API responses. */
    nonce: string
    /**
     * The security headers of API responses (security-headers.ts). The `isSecured` flag is true if the
     * response already has the security headers.
     */
    securing: Readonly<Record<string, string>>
    isSecured?: true
    /** The pattern of the matched API route. */
    route?: string
  }
  Bindings: {
    /**
     * The viewer, IP address, request id and locale of the HTTP request for a page, set if the API is called
     * in-process while the page is being rendered.
     */
    passed?: { viewer: Viewer; address: string; requestId: string; locale: Locale }
    /** Node's request object, or undefined if the API is called in-process instead of over a socket. */
    incoming?: IncomingMessage
  }
}

/**
 * The argument of an endpoint handler: the parsed parts of the request, the viewer, and the unparsed request
 * for the few endpoints that stream.
 */
export type EndpointContext<E> = ParsedInputOf<E> & {
  viewer: Viewer
  request: Request
  address: string
  /** The response headers, for cookies and caching. */
  headers: Headers
}

/** An endpoint of the API contract, together with its handler. */
export interface EndpointRoute {
  kind: 'endpoint'
  endpoint: Endpoint
  respond(c: Context<HonoEnv>): Promise<Response>
}

/**
 * A route that is not part of the API contract (media bytes, tus, live updates). The handler of such a route
 * works with the Request and the Response directly.
 */
export interface RawRoute {
  kind: 'raw'
  methods: string[]
  path: string
  respond(c: Context<HonoEnv>): Promise<Response> | Response
}

export type Route = EndpointRoute | RawRoute

/**
 * Creates the route of an endpoint. The route parses the input, calls the handler and responds with the
 * status that the endpoint declares. If `isReplicated` is set, the handler only reads, and reads from the
 * replica for anonymous visitors.
 */
export function mountEndpoint<E extends Endpoint>(
  endpoint: E,
  handler: (context: EndpointContext<E>) => Promise<ResponseOf<E>>,
  { isReplicated = false } = {},
): EndpointRoute {
  return {
    kind: 'endpoint',
    endpoint,
    async respond(c) {
      const parsed = await parse(endpoint, c)
      // `c.get` is used because `c.var` would build an object of all variables on each access.
      const [viewer, address] = [c.get('viewer'), c.get('address')]
      let own: Headers | undefined
      const context = {
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
      const handle = () => handler(context as EndpointContext<E>)
      const run = isReplicated && viewer.kind === 'anonymous' ? () => readFromReplica(handle) : handle
      const answer = await withIdempotencyKey(asked, run).catch((thrown) =>
        errorWithCookies(context.headers, thrown, c),
      )
      if (answer instanceof Response) return answer
      const status = endpoint.status ?? 200
      const type: Record<string, string> = answer === undefined ? {} : { 'content-type': 'application/json' }
      const body = answer === undefined ? null : JSON.stringify(answer)
      if (own) return new Response(body, { status, headers: withType(own, type) })
      // Most handlers set no headers, so a Headers object is created only if a handler uses it. Otherwise, a
      // plain object is used, which takes a tenth of the time.
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

/** Creates an error response that includes the cookies that the handler has set. */
function errorWithCookies(headers: Headers, thrown: unknown, c: Context<HonoEnv>): Response {
  if (!(thrown instanceof ApiError) || !headers.has('set-cookie')) throw thrown
  const response = createErrorResponse(thrown, c.var.requestId)
  for (const cookie of headers.getSetCookie()) response.headers.append('set-cookie', cookie)
  return response
}

export function defineRawRoute(methods: string[], path: string, answer: RawRoute['respond']): RawRoute {
  return { kind: 'raw', methods, path, respond: answer }
}

const noQuery = z.strictObject({})

async function parse(endpoint: Endpoint, c: Context<HonoEnv>) {
  const params = endpoint.params && parseRequestInput(endpoint.params, c.req.param())
  const query = parseRequestInput(endpoint.query ?? noQuery, queryOf(c.req.queries()))
  const body =
    endpoint.body && parseRequestInput(omitDisabledFields(endpoint.body), await readJsonBody(c.req.raw))
  return { params, query, body }
}

/**
 * Converts query parameters to an object. If a parameter is repeated, its values become an array, so that the
 * schema rejects the request instead of silently ignoring all values but one.
 */
function queryOf(given: Record<string, string[]>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(given).map(([name, values]) => [name, values.length === 1 ? values[0]! : values]),
  )
}

/**
 * Parses a value or throws an ApiError. If the message of a Zod issue is an API error code, the ApiError gets
 * this code, so that a schema in the API contract can select the error text that the specification requires.
 */
export function parseRequestInput<S extends ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) {
    const place = findUnstorableText(parsed.data)
    if (place === null) return parsed.data
    throw new ApiError('invalid_input', { problem: `${place}contains an invalid character` })
  }
  const issue = parsed.error.issues.find(({ message }) => isApiErrorCode(message)) ?? parsed.error.issues[0]!
  if (isApiErrorCode(issue.message)) throw new ApiError(issue.message)
  const place = issue.path.length ? `${issue.path.join('.')}: ` : ''
  throw new ApiError('invalid_input', { problem: `${place}${issue.message}` })
}

/**
 * Finds text that PostgreSQL cannot store: U+0000 or an unpaired surrogate. The `PlainText` schema has
 * already removed U+0000 and unpaired surrogates from titles, comments and other plain text. Passwords,
 * tokens and cursors must not be changed, so they are rejected if they contain U+0000 or an unpaired
 * surrogate.
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
