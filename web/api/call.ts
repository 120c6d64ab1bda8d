import { type AnswerOf, type Endpoint, type InputOf, pathOf } from '#contract/endpoint.ts'
import type { RefusalCode } from '#contract/refusals.ts'
// Not the whole table: the server says the words, and every page would carry them all.
import { requestRefusals } from '#contract/request-refusals.ts'

/** Bad gateway, unavailable, gateway timeout (specification, section 8). */
const retryable = [502, 503, 504]

/** The server said no. `code` is from the contract's closed list; `title` and `detail` are for people. */
export class CallError extends Error {
  readonly status: number
  readonly code: RefusalCode
  readonly title: string
  readonly detail: string
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    error: { code: RefusalCode; title: string; detail: string },
    retryAfter?: number,
  ) {
    super(error.detail)
    this.name = 'CallError'
    this.status = status
    this.code = error.code
    this.title = error.title
    this.detail = error.detail
    this.retryAfter = retryAfter
  }

  /** The server is away for a moment, or what stands before it says so: worth trying again. */
  get retryable(): boolean {
    return retryable.includes(this.status)
  }
}

/** `fetch` of the browser, or the server's own app answering in-process. */
export type Fetch = (path: string, init: RequestInit) => Promise<Response>

/**
 * Calls an endpoint of the contract. Throws CallError for a refusal; a cut connection is a CallError
 * with the code `unavailable`.
 */
export async function callWith<E extends Endpoint>(
  fetch: Fetch,
  declared: E,
  input: InputOf<E>,
): Promise<AnswerOf<E>> {
  const response = await send(fetch, declared, input as Parts)
  if (!response.ok) throw await errorOf(response)
  return (
    response.status === 204 || response.status === 202 ? await emptyOrJson(response) : await response.json()
  ) as AnswerOf<E>
}

/** What the window hears when the API no longer knows who we are. */
export const unauthorized = 'unauthorized'

/** Pauses before a read is tried again, or what is done once however often it is sent; another write never is, nobody knows whether it arrived. */
const pauses = [300, 1000]

/** As `callWith`, in the browser; what may be tried again is, where it fails for a moment: up to twice. */
export async function call<E extends Endpoint>(declared: E, input: InputOf<E>): Promise<AnswerOf<E>> {
  const headers = declared.once && { 'idempotency-key': newKey() }
  const keyed: Fetch = (path, init) => fetch(path, { ...init, headers: { ...init.headers, ...headers } })
  for (let tries = 0; ; tries += 1) {
    try {
      return await callWith(keyed, declared, input)
    } catch (thrown) {
      if (!(thrown instanceof CallError)) throw thrown
      if (thrown.status === 401) dispatchEvent(new Event(unauthorized))
      const pause = pauses[tries]
      const mayTryAgain = declared.method === 'GET' || declared.once
      if (!mayTryAgain || !thrown.retryable || !pause) throw thrown
      await new Promise((resume) => setTimeout(resume, pause))
    }
  }
}

/** Says something to the server that nobody waits for, also while the page is being left; one that does not arrive is not said again. */
export function tell<E extends Endpoint>(declared: E, input: InputOf<E>): void {
  void callWith(staying, declared, input).catch(() => {})
}

const staying: Fetch = (path, init) => fetch(path, { ...init, keepalive: true })

/** 128 random bits. Not `randomUUID`, which browsers have on encrypted pages only. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-')
}

interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

async function send(fetch: Fetch, declared: Endpoint, input: Parts): Promise<Response> {
  const hasBody = input.body !== undefined
  try {
    return await fetch(pathOf(declared, input), {
      method: declared.method,
      headers: { accept: 'application/json', ...(hasBody && { 'content-type': 'application/json' }) },
      body: hasBody ? JSON.stringify(input.body) : null,
    })
  } catch {
    throw new CallError(503, { code: 'unavailable', ...requestRefusals.unavailable })
  }
}

async function emptyOrJson(response: Response): Promise<unknown> {
  const text = await response.text()
  return text ? JSON.parse(text) : undefined
}

/** Reads the one error shape; anything else (a proxy's page, say) counts as `unavailable` or `internal`. */
export async function errorOf(response: Response): Promise<CallError> {
  const body: unknown = await response.json().catch(() => null)
  const said = (body as { error?: { code: RefusalCode; title: string; detail: string } } | null)?.error
  const unknown = retryable.includes(response.status) ? 'unavailable' : 'internal'
  const after = Number(response.headers.get('retry-after')) || undefined
  if (said?.title && said.detail) return new CallError(response.status, said, after)
  return new CallError(response.status, { ...requestRefusals[unknown], code: unknown }, after)
}
