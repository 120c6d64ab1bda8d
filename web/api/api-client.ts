import { type ResponseOf, type Endpoint, type InputOf, buildEndpointPath } from '#contract/endpoint.ts'
import type { ApiErrorCode } from '#contract/errors/api-error.ts'
// Import only the errors that any request can return, because the complete error table would make every page
// larger. The server sends the messages of all other errors.
import { commonErrors } from '#contract/errors/common-errors.ts'

/**
 * The HTTP status codes after which a request is retried: 502 Bad Gateway, 503 Service Unavailable and 504
 * Gateway Timeout (specification, section 8).
 */
const retryableStatuses = [502, 503, 504]

/**
 * An error response from the API. `code` is one of the error codes in the API contract. `title` and `detail`
 * are shown to users.
 */
export class ApiCallError extends Error {
  readonly status: number
  readonly code: ApiErrorCode
  readonly title: string
  readonly detail: string
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    error: { code: ApiErrorCode; title: string; detail: string },
    retryAfter?: number,
  ) {
    super(error.detail)
    this.name = 'ApiCallError'
    this.status = status
    this.code = error.code
    this.title = error.title
    this.detail = error.detail
    this.retryAfter = retryAfter
  }

  /** True if the server, or a proxy in front of it, is temporarily unavailable. */
  get retryable(): boolean {
    return retryableStatuses.includes(this.status)
  }
}

/**
 * Sends an API request. The browser uses `fetch`; the server calls its own app in-process.
 */
export type ApiFetch = (path: string, init: RequestInit) => Promise<Response>

/**
 * Calls an endpoint that the API contract declares. Throws an ApiCallError if the API returns an error. If
 * the connection is lost, the thrown ApiCallError has the code `unavailable`.
 */
export async function callApiWithFetch<E extends Endpoint>(
  fetch: ApiFetch,
  declared: E,
  input: InputOf<E>,
): Promise<ResponseOf<E>> {
  const response = await sendApiRequest(fetch, declared, input as RequestParts)
  if (!response.ok) throw await parseErrorResponse(response)
  return (
    response.status === 204 || response.status === 202
      ? await parseOptionalJson(response)
      : await response.json()
  ) as ResponseOf<E>
}

/** The event that is dispatched on `window` when the API no longer recognizes the session. */
export const unauthorizedEvent = 'unauthorized'

/**
 * The delay before each retry of a read or an idempotent write, in milliseconds. Writes that are not
 * idempotent are never retried, because the server may have already processed them.
 */
const retryDelaysMs = [300, 1000]

/**
 * Calls an API endpoint from the browser. Retries reads and idempotent writes up to twice after a temporary
 * failure.
 */
export async function callApi<E extends Endpoint>(declared: E, input: InputOf<E>): Promise<ResponseOf<E>> {
  const headers = declared.idempotent && { 'idempotency-key': createIdempotencyKey() }
  const keyed: ApiFetch = (path, init) => fetch(path, { ...init, headers: { ...init.headers, ...headers } })
  for (let tries = 0; ; tries += 1) {
    try {
      return await callApiWithFetch(keyed, declared, input)
    } catch (thrown) {
      if (!(thrown instanceof ApiCallError)) throw thrown
      if (thrown.status === 401) dispatchEvent(new Event(unauthorizedEvent))
      const pause = retryDelaysMs[tries]
      const mayTryAgain = declared.method === 'GET' || declared.idempotent
      if (!mayTryAgain || !thrown.retryable || !pause) throw thrown
      await new Promise((resume) => setTimeout(resume, pause))
    }
  }
}

/**
 * Sends a request that the browser completes even while the page is closing. Resolves to the response, or to
 * undefined if the request fails. The request is sent only once, without retries.
 */
export function sendApiBeacon<E extends Endpoint>(
  declared: E,
  input: InputOf<E>,
): Promise<ResponseOf<E> | undefined> {
  return callApiWithFetch(keepaliveFetch, declared, input).catch(() => undefined)
}

const keepaliveFetch: ApiFetch = (path, init) => fetch(path, { ...init, keepalive: true })

/**
 * Creates a random idempotency key of 128 bits. The key is created with `getRandomValues`, because browsers
 * provide `randomUUID` only in secure contexts.
 */
function createIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-')
}

interface RequestParts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

async function sendApiRequest(fetch: ApiFetch, declared: Endpoint, input: RequestParts): Promise<Response> {
  const hasBody = input.body !== undefined
  try {
    return await fetch(buildEndpointPath(declared, input), {
      method: declared.method,
      headers: { accept: 'application/json', ...(hasBody && { 'content-type': 'application/json' }) },
      body: hasBody ? JSON.stringify(input.body) : null,
    })
  } catch {
    throw new ApiCallError(503, { code: 'unavailable', ...commonErrors.unavailable })
  }
}

async function parseOptionalJson(response: Response): Promise<unknown> {
  const text = await response.text()
  return text ? JSON.parse(text) : undefined
}

/**
 * Parses an error response from the API. If the response is not in the API's error format (for example a
 * proxy's error page), the error code is `unavailable` or `internal`.
 */
export async function parseErrorResponse(response: Response): Promise<ApiCallError> {
  const body: unknown = await response.json().catch(() => null)
  const apiError = (body as { error?: { code: ApiErrorCode; title: string; detail: string } } | null)?.error
  const unknown = retryableStatuses.includes(response.status) ? 'unavailable' : 'internal'
  const after = Number(response.headers.get('retry-after')) || undefined
  if (apiError?.title && apiError.detail) return new ApiCallError(response.status, apiError, after)
  return new ApiCallError(response.status, { ...commonErrors[unknown], code: unknown }, after)
}
