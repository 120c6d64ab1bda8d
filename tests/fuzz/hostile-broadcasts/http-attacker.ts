import { setTimeout as pause } from 'node:timers/promises'
import { createBroadcast, endBroadcast } from '#contract/broadcasts/broadcasts.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { ApiCallError } from '#web/api/api-client.ts'

/** A member who creates broadcasts and sends hostile chunks to them, and who ignores every refusal. */
export class HttpAttacker {
  /** What the server has told this attacker, and how often. */
  readonly messages = new Map<string, number>()
  requests = 0
  readonly #member: HttpTestClient
  readonly #created: string[] = []

  constructor(member: HttpTestClient) {
    this.#member = member
  }

  /** Creates one broadcast after another, and sends to each until `send` returns or the attack is over. */
  async attack(
    over: AbortSignal,
    send: (id: string) => Promise<void>,
    source: 'browser' | 'rtmp' = 'browser',
  ): Promise<void> {
    while (!over.aborted) {
      await this.createBroadcast(source)
      const id = this.#created.at(-1)
      if (id) await send(id)
      else await pause(50)
    }
  }

  async createBroadcast(source: 'browser' | 'rtmp'): Promise<void> {
    const body = { title: 'Studio session', visibility: 'public', source } as const
    try {
      const { id } = await this.#member.call(createBroadcast, { body })
      this.#created.push(id)
    } catch (error) {
      if (!(error instanceof ApiCallError)) throw error
      // If the previous broadcast is still running, the attacker keeps sending to it.
      if (error.code !== 'broadcast_running') this.record(error.detail)
    }
  }

  /** Sends chunks with consecutive numbers, and then empty elements, until the broadcast has ended. */
  async sendChunks(id: string, chunks: Iterable<Buffer>, over: AbortSignal): Promise<void> {
    let number = 0
    for (const chunk of chunks) {
      if (over.aborted || (await this.post(id, number, chunk)) === 410) return
      number += 1
    }
    for (; !over.aborted; number += 1) {
      await pause(25)
      if ((await this.post(id, number, emptyElement)) === 410) return
    }
  }

  /** Sends one chunk. Returns the status of the response, or 0 if the connection broke. */
  async post(id: string, number: number, chunk: Buffer): Promise<number> {
    this.requests += 1
    try {
      const response = await this.#member.fetch(`/api/broadcasts/${id}/chunks/${number}`, {
        method: 'POST',
        body: Uint8Array.from(chunk),
        headers: { 'content-type': 'video/x-matroska' },
      })
      if (!response.ok) {
        const { error } = (await response.json()) as { error: { detail: string } }
        this.record(error.detail)
      }
      return response.status
    } catch {
      this.record('(the connection was closed)')
      return 0
    }
  }

  record(message: string): void {
    this.messages.set(message, (this.messages.get(message) ?? 0) + 1)
  }

  /** Ends all broadcasts, and deletes what viewers have not seen. */
  async endBroadcasts(): Promise<void> {
    for (const id of this.#created)
      await this.#member.call(endBroadcast, { params: { id }, body: { drop_delayed: true } }).catch(() => {})
  }
}

const emptyElement = Buffer.from('ec80', 'hex')
