import { setTimeout as pause } from 'node:timers/promises'
import { live as figures } from '#contract/limits.ts'
import { contentEvents, liveAnswer } from '#contract/live.ts'
import type { Visitor } from '#tests/media/member.ts'

/** Follows an item over a real connection as a page does (web/api/live.ts): comes back after a break, from its last place on. */
export class Follower {
  /** Ids of the comments that arrived, in their order, repeats and all. */
  readonly comments: string[] = []
  /** How often it connected. */
  connections = 0
  /** When it took its connection for dead, without having been told. */
  readonly foundDead: number[] = []
  /** How often it was told to load the page anew: too much was missed. */
  resets = 0
  readonly #member: Visitor
  readonly #path: string
  #place: number
  #over = false
  #now = new AbortController()
  readonly ended: Promise<void>

  constructor(member: Visitor, contentId: string, place: number) {
    this.#member = member
    this.#path = contentEvents(contentId)
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
    const answer = await this.#member.fetch(`${this.#path}?after=${this.#place}`, { signal })
    if (!answer.ok || !answer.body) return void (await answer.body?.cancel())
    opened()
    this.connections += 1
    const dead = () => {
      this.foundDead.push(Date.now())
      this.#now.abort()
    }
    let watch = setTimeout(dead, figures.heartbeat + figures.timeout)
    try {
      for await (const block of blocksOf(answer.body)) {
        clearTimeout(watch)
        watch = setTimeout(dead, figures.heartbeat + figures.timeout)
        this.#hear(block)
      }
    } finally {
      clearTimeout(watch)
    }
  }

  #hear(block: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
    if (field('id')) this.#place = Number(field('id'))
    const data = JSON.parse(field('data') || '{}') as Record<string, string>
    if (field('event') === 'comment') this.comments.push(data['id']!)
    if (field('event') === 'reset') this.resets += 1
    if (data['stream'])
      void this.#member.fetch(liveAnswer(data['stream']), { method: 'POST' }).catch(() => {})
  }
}

async function* blocksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body as unknown as AsyncIterable<Uint8Array>) {
    const blocks = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
    rest = blocks.pop()!
    yield* blocks
  }
}
