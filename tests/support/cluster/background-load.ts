import { setTimeout as pause } from 'node:timers/promises'
import { generateUniqueText } from '#tests/support/fixtures/unique-text.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'

/**
 * Simulates people who repeatedly post comments, like videos and load lists and pages. Records the responses.
 */
export class SimulatedUserLoad {
  /** IDs of the comments that the server has acknowledged. */
  readonly said: string[] = []
  /** Texts of the acknowledged comments, keyed by comment ID. */
  readonly words = new Map<string, string>()
  /**
   * Whether each member likes the item. The value is `unsure` until the server confirms the member's last
   * like or unlike.
   */
  readonly likes = new Map<HttpTestClient, boolean | 'unsure'>()
  answers = 0
  /**
   * Number of API calls that received a valid 503 response, which has a `Retry-After` header and the standard
   * error format.
   */
  away = 0
  /** Number of page requests that received a valid 503 response. */
  pagesAway = 0
  /** The start times of requests whose connection broke or was refused. */
  readonly broken: number[] = []
  /** Number of invalid responses, keyed by a description of the problem. */
  readonly wrong = new Map<string, number>()
  /** The longest response time in milliseconds. */
  slowest = 0
  readonly #contentId: string
  readonly #pauseMs: number
  readonly #over = new AbortController()
  readonly #work: Promise<void>[] = []

  /** `pauseMs` is the time that each member pauses between two rounds of requests. */
  constructor(contentId: string, writers: HttpTestClient[], readers: HttpTestClient[], pauseMs = 20) {
    this.#contentId = contentId
    this.#pauseMs = pauseMs
    for (const one of writers) this.#work.push(this.#again(() => this.#write(one)))
    for (const one of readers) this.#work.push(this.#again(() => this.#read(one)))
  }

  async stop(): Promise<void> {
    this.#over.abort()
    await Promise.all(this.#work)
  }

  async #again(does: () => Promise<void>): Promise<void> {
    while (!this.#over.signal.aborted) {
      await does()
      await pause(this.#pauseMs)
    }
  }

  async #write(who: HttpTestClient): Promise<void> {
    const words = generateUniqueText()
    const said = await this.ask(who, `/api/content/${this.#contentId}/comments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ body: words }),
    })
    if (said) {
      const { id } = (await said.json()) as { id: string }
      this.said.push(id)
      this.words.set(id, words)
    }
    const wants = this.likes.get(who) !== true
    this.likes.set(who, 'unsure')
    const method = wants ? 'PUT' : 'DELETE'
    const liked = await this.ask(who, `/api/content/${this.#contentId}/like`, { method })
    if (liked) this.likes.set(who, wants)
  }

  async #read(who: HttpTestClient): Promise<void> {
    const accept = { accept: 'text/html' }
    const paths = [
      ['/api/content?limit=12', {}],
      [`/watch/${this.#contentId}`, accept],
      ['/music', accept],
    ] as const
    for (const [path, headers] of paths) await this.ask(who, path, { headers })
  }

  /**
   * Returns the response if its status code indicates success. Counts unsuccessful responses and broken
   * connections.
   */
  async ask(who: HttpTestClient, path: string, init: RequestInit): Promise<Response | undefined> {
    const startedAt = performance.now()
    let response: Response
    try {
      const began = await who.fetch(path, init)
      // Read the whole body, because a truncated response counts as a broken connection.
      const { status, headers } = began
      response = new Response(status === 204 ? null : await began.arrayBuffer(), { status, headers })
    } catch {
      this.broken.push(startedAt)
      return undefined
    }
    this.answers += 1
    this.slowest = Math.max(this.slowest, performance.now() - startedAt)
    if (response.ok) return response
    const text = await response.text().catch(() => '')
    const isPage = new Headers(init.headers).get('accept') === 'text/html'
    const wrong = findResponseProblem(response, text, isPage)
    if (wrong) this.wrong.set(wrong, (this.wrong.get(wrong) ?? 0) + 1)
    else if (isPage) this.pagesAway += 1
    else this.away += 1
    return undefined
  }
}

/**
 * A 503 response must have the `Retry-After` header. A 503 response to an API call must have the standard
 * error format, and a 503 response to a page request must contain readable text.
 */
function findResponseProblem(response: Response, text: string, isPage: boolean): string | undefined {
  const what = `${isPage ? 'page' : 'call'} ${response.status}`
  if (response.status !== 503) return `${what}: ${text.slice(0, 200)}`
  if (!response.headers.get('retry-after')) return `${what} without Retry-After`
  if (!isPage)
    return text.startsWith('{"error":{"code":"unavailable"') ? undefined : `${what}: ${text.slice(0, 200)}`
  if (!/text\/html/.test(response.headers.get('content-type') ?? '')) return `${what} that is no page`
  return text.includes('We will be right back') ? undefined : `${what} without words`
}
