import { setTimeout as pause } from 'node:timers/promises'
import { uniqueText } from '#tests/support/fixtures/unique-text.ts'
import type { HttpVisitor } from '#tests/support/clients/http-visitor.ts'

/** What people do meanwhile: they write, like, read lists and open pages, one after another each, and write down what they were told. */
export class BackgroundLoad {
  /** Ids of the comments that were acknowledged. */
  readonly said: string[] = []
  /** Their words. */
  readonly words = new Map<string, string>()
  /** Who likes it, as far as they know; `unsure` while a click has not been answered. */
  readonly likes = new Map<HttpVisitor, boolean | 'unsure'>()
  answers = 0
  /** Answers that asked to come back in a moment, in the way they should. */
  away = 0
  /** Pages among them. */
  pagesAway = 0
  /** When those requests were begun whose connection broke or was refused. */
  readonly broken: number[] = []
  /** Everything else: a wrong answer, in words. */
  readonly wrong = new Map<string, number>()
  /** Milliseconds of the slowest answer. */
  slowest = 0
  readonly #contentId: string
  readonly #over = new AbortController()
  readonly #work: Promise<void>[] = []

  constructor(contentId: string, writers: HttpVisitor[], readers: HttpVisitor[]) {
    this.#contentId = contentId
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
      await pause(20)
    }
  }

  async #write(who: HttpVisitor): Promise<void> {
    const words = uniqueText()
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

  async #read(who: HttpVisitor): Promise<void> {
    const accept = { accept: 'text/html' }
    const paths = [
      ['/api/content?limit=12', {}],
      [`/watch/${this.#contentId}`, accept],
      ['/music', accept],
    ] as const
    for (const [path, headers] of paths) await this.ask(who, path, { headers })
  }

  /** The answer when it is a good one; what else comes is counted. */
  async ask(who: HttpVisitor, path: string, init: RequestInit): Promise<Response | undefined> {
    const startedAt = performance.now()
    let answer: Response
    try {
      const began = await who.fetch(path, init)
      // To its last byte: one that ends in the middle is no answer.
      const { status, headers } = began
      answer = new Response(status === 204 ? null : await began.arrayBuffer(), { status, headers })
    } catch {
      this.broken.push(startedAt)
      return undefined
    }
    this.answers += 1
    this.slowest = Math.max(this.slowest, performance.now() - startedAt)
    if (answer.ok) return answer
    const text = await answer.text().catch(() => '')
    const isPage = new Headers(init.headers).get('accept') === 'text/html'
    const wrong = findResponseProblem(answer, text, isPage)
    if (wrong) this.wrong.set(wrong, (this.wrong.get(wrong) ?? 0) + 1)
    else if (isPage) this.pagesAway += 1
    else this.away += 1
    return undefined
  }
}

/** 503 with `Retry-After`; calls get the one error shape, people a page in words. */
function findResponseProblem(answer: Response, text: string, isPage: boolean): string | undefined {
  const what = `${isPage ? 'page' : 'call'} ${answer.status}`
  if (answer.status !== 503) return `${what}: ${text.slice(0, 200)}`
  if (!answer.headers.get('retry-after')) return `${what} without Retry-After`
  if (!isPage)
    return text.startsWith('{"error":{"code":"unavailable"') ? undefined : `${what}: ${text.slice(0, 200)}`
  if (!/text\/html/.test(answer.headers.get('content-type') ?? '')) return `${what} that is no page`
  return text.includes('We will be right back') ? undefined : `${what} without words`
}
