import { setTimeout as pause } from 'node:timers/promises'
import { listComments } from '#contract/engagement/comments.ts'
import { liveUpdateTimings as figures } from '#contract/live-update-limits.ts'
import { contentEventsPath, heartbeatAckPath } from '#contract/live-updates.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'

/**
 * Receives an item's live updates over an HTTP connection, as a page does (web/api/live-updates.ts).
 * Reconnects when the connection breaks, and resumes from its last cursor.
 */
export class LiveUpdateClient {
  /** IDs of the comments received, in order, including repeats. */
  readonly comments: string[] = []
  /** Number of connections opened so far. */
  connections = 0
  /** The times, in milliseconds, at which the client decided that a silent connection was dead. */
  readonly deadConnections: number[] = []
  /**
   * Number of times that the client had to reload the list of comments because it had missed too many
   * updates.
   */
  resets = 0
  readonly #member: HttpTestClient
  readonly #contentId: string
  #place: number
  /**
   * IDs of the comments that were in the list when it was last reloaded. A page identifies each comment by
   * its ID and therefore never shows a comment twice.
   */
  #listed = new Set<string>()
  #over = false
  #now = new AbortController()
  readonly ended: Promise<void>

  constructor(member: HttpTestClient, contentId: string, place: number) {
    this.#member = member
    this.#contentId = contentId
    this.#place = place
    this.ended = this.#follow()
  }

  async stop(): Promise<void> {
    this.#over = true
    this.#now.abort()
    await this.ended
  }

  async #follow(): Promise<void> {
    for (let tries = 0; !this.#over; tries += 1) {
      this.#now = new AbortController()
      await this.#once(() => (tries = 0)).catch(() => {})
      if (!this.#over) await pause(figures.reconnect[Math.min(tries, figures.reconnect.length - 1)])
    }
  }

  async #once(opened: () => void): Promise<void> {
    const { signal } = this.#now
    const response = await this.#member.fetch(`${contentEventsPath(this.#contentId)}?after=${this.#place}`, {
      signal,
    })
    if (!response.ok || !response.body) return void (await response.body?.cancel())
    opened()
    this.connections += 1
    const dead = () => {
      this.deadConnections.push(Date.now())
      this.#now.abort()
    }
    let watch = setTimeout(dead, figures.heartbeat + figures.timeout)
    try {
      for await (const block of splitEventBlocks(response.body)) {
        clearTimeout(watch)
        watch = setTimeout(dead, figures.heartbeat + figures.timeout)
        await this.#hear(block)
      }
    } finally {
      clearTimeout(watch)
    }
  }

  async #hear(block: string): Promise<void> {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
    // Reload the comments before advancing the cursor, so the server repeats the reset event if the reload
    // fails.
    if (field('event') === 'reset') await this.#loadAnew()
    if (field('id')) this.#place = Number(field('id'))
    const data = JSON.parse(field('data') || '{}') as Record<string, string>
    if (field('event') === 'comment' && !this.#listed.has(data['id']!)) this.comments.push(data['id']!)
    if (data['stream'])
      void this.#member.fetch(heartbeatAckPath(data['stream']), { method: 'POST' }).catch(() => {})
  }

  /** Reloads the item's whole list of comments, oldest first, and replaces the previous list. */
  async #loadAnew(): Promise<void> {
    this.resets += 1
    const listed: string[] = []
    let cursor: string | undefined
    do {
      const query = { limit: 100, cursor }
      const page = await this.#member.call(listComments, { params: { id: this.#contentId }, query })
      listed.unshift(...page.items.map(({ id }) => id).toReversed())
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    this.#listed = new Set(listed)
    this.comments.splice(0, this.comments.length, ...listed)
  }
}

async function* splitEventBlocks(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body as unknown as AsyncIterable<Uint8Array>) {
    const blocks = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
    rest = blocks.pop()!
    yield* blocks
  }
}
