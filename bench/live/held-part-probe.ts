import { setTimeout as pause } from 'node:timers/promises'
import { db } from '#server/platform/db/db.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { cloneClientForServer } from '#tests/multi-process/cluster-test-site.ts'
import type { ServerProcess } from '#tests/support/processes/server-process.ts'

/** A stored part, which may become held when the broadcast is stopped. */
export interface HeldPart {
  path: string
  /** When the part was stored, in milliseconds since 1970. */
  madeAt: number
}

type Person = 'moderator' | 'viewer'

/** A part that a web process served. `at` is the time of the request. */
interface ServedPart {
  part: HeldPart
  by: Person
  at: number
}

interface ProbeClient {
  client: HttpTestClient
  by: Person
  /** When the web process had ended the playlist. */
  endedAt: number
}

/** The parts of both renditions of about the last five seconds are requested. */
const newestParts = 30
/** The playlist is requested before every fifth part. */
const partsPerPlaylist = 5

/**
 * Keeps requesting the newest parts and the playlist of a broadcast from each web process, as a moderator and as a
 * viewer. The viewer guesses the names of the parts that the playlist does not list yet.
 */
export class HeldPartProbe {
  readonly served: ServedPart[] = []
  readonly #parts = new Map<string, HeldPart>()
  readonly #over = new AbortController()
  readonly #clients: ProbeClient[]
  readonly #folder: string
  #running: Promise<unknown> = Promise.resolve()

  constructor(servers: readonly ServerProcess[], folder: string, people: Record<Person, HttpTestClient>) {
    this.#folder = folder
    this.#clients = servers.flatMap((server) =>
      (['moderator', 'viewer'] as const).map((by) => ({
        client: cloneClientForServer(server, people[by]),
        by,
        endedAt: Infinity,
      })),
    )
  }

  /** All parts that were stored until the broadcast was stopped. */
  get parts(): HeldPart[] {
    return [...this.#parts.values()]
  }

  start(contentId: string): void {
    this.#running = Promise.all([
      this.#repeat(() => this.#listParts(contentId), 100),
      ...this.#clients.map((client) => this.#repeat(() => this.#request(client), 5)),
    ])
  }

  /** Stops requesting. Returns when the last web process had ended its playlist, in milliseconds since 1970. */
  async stop(): Promise<number> {
    this.#over.abort()
    await this.#running
    return Math.max(...this.#clients.map(({ endedAt }) => endedAt))
  }

  async #repeat(act: () => Promise<void>, pauseMs: number): Promise<void> {
    for (; !this.#over.signal.aborted; await pause(pauseMs)) await act()
  }

  async #listParts(contentId: string): Promise<void> {
    const rows = await db
      .selectFrom('broadcast_parts')
      .select(['rendition', 'segment_number', 'part_index', 'made_at'])
      .where('content_id', '=', contentId)
      .orderBy('made_at')
      .execute()
    for (const row of rows) {
      const path = `${this.#folder}/${row.rendition}/${row.segment_number}.${row.part_index}.m4s`
      this.#parts.set(path, { path, madeAt: row.made_at.getTime() })
    }
  }

  async #request(who: ProbeClient): Promise<void> {
    for (const [n, part] of this.parts.slice(-newestParts).entries()) {
      if (n % partsPerPlaylist === 0) await this.#requestPlaylist(who)
      const at = Date.now()
      const response = await who.client.fetch(part.path)
      await response.arrayBuffer()
      if (response.status === 200) this.served.push({ part, by: who.by, at })
    }
  }

  async #requestPlaylist(who: ProbeClient): Promise<void> {
    if (who.endedAt < Infinity) return
    const playlist = await (await who.client.fetch(`${this.#folder}/low/index.m3u8`)).text()
    if (playlist.includes('#EXT-X-ENDLIST')) who.endedAt = Date.now()
  }
}
