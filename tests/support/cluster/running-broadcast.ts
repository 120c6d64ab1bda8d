import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getSession } from '#contract/accounts/current-user.ts'
import { createBroadcast, endBroadcast, getBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { db } from '#server/platform/db/db.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { createLiveSource, findChunkEnds, readFrameNumbers } from '#tests/support/media/live-sources.ts'
import { downloadRendition } from '#tests/support/media/served-files.ts'
import { sendInRealTime } from '#tests/support/media/real-time-source.ts'
import { waitUntilTranscoded } from './transcoding-test-helpers.ts'

interface NumberedSource {
  seconds: number
  fps?: number
  size?: string
}

interface SendingSpeed {
  seconds: number
  fps?: number
  /** How many times faster than real time the source is sent. */
  speed?: number
  /** Where each chunk ends, in bytes (`findChunkEnds`). By default, all chunks have the same size. */
  chunkEnds?: readonly number[]
}

/** A member who can be signed up on a site. */
interface SiteWithMembers {
  signUpMember(): Promise<HttpTestClient>
}

/** Creates a broadcast source whose frames show their numbers. */
export function createNumberedSource(options: NumberedSource): Promise<Buffer<ArrayBuffer>> {
  return withSourceFile(options, (path) => readFile(path))
}

/** Creates a broadcast source that can be sent as a camera sends it, with 250 ms of video in each chunk. */
export function createTimedSource(
  options: NumberedSource,
): Promise<{ source: Buffer<ArrayBuffer>; chunkEnds: number[] }> {
  return withSourceFile(options, async (path) => ({
    source: await readFile(path),
    chunkEnds: await findChunkEnds(path, options.seconds),
  }))
}

async function withSourceFile<T>(options: NumberedSource, read: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-live-'))
  try {
    const path = join(folder, 'source.mkv')
    await createLiveSource(path, { container: 'matroska', keyframes: 1, ...options })
    return await read(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * A broadcast on a multi-process site, sent in real time as a browser sends it: every chunk is repeated until
 * the server has acknowledged it. A signed-in viewer keeps loading the playlist and the newest part.
 */
export class RunningBroadcast {
  readonly id: string
  readonly creator: HttpTestClient
  /** The number of chunks that the server has acknowledged. */
  acknowledged = 0
  /** The number of responses that asked the sender or the viewer to try again later (503 with Retry-After). */
  refused = 0
  /** The number of responses that said that the storage is full. */
  storageFull = 0
  /** The number of requests whose connection broke. */
  broken = 0
  /** The number of responses that neither succeeded nor asked to try again, by status and path. */
  readonly unexpected = new Map<string, number>()
  readonly #viewer: HttpTestClient
  readonly seconds: number
  readonly #frames: number
  readonly #sending: Promise<unknown>
  readonly #watching: Promise<void>
  readonly #over = new AbortController()
  readonly #hurry = new AbortController()

  static async start(
    site: SiteWithMembers,
    source: Buffer<ArrayBuffer>,
    timing: SendingSpeed,
    { delaySeconds = 1 } = {},
  ): Promise<RunningBroadcast> {
    const [creator, viewer] = [await site.signUpMember(), await site.signUpMember()]
    const { me } = await creator.call(getSession, {})
    await db.updateTable('users').set({ email_verified: true }).where('id', '=', me!.id).execute()
    const body = { title: 'Studio session', visibility: 'public', genre: 'Music' } as const
    const { id } = await creator.call(createBroadcast, { body })
    await db
      .updateTable('broadcasts')
      .set({ delay_seconds: delaySeconds })
      .where('content_id', '=', id)
      .execute()
    return new RunningBroadcast(id, creator, viewer, source, timing)
  }

  private constructor(
    id: string,
    creator: HttpTestClient,
    viewer: HttpTestClient,
    source: Buffer<ArrayBuffer>,
    { seconds, fps = 30, speed = 1, chunkEnds }: SendingSpeed,
  ) {
    this.id = id
    this.creator = creator
    this.#viewer = viewer
    this.seconds = seconds
    this.#frames = fps * seconds
    const signals = { hurry: this.#hurry.signal, signal: this.#over.signal }
    const options = { seconds, speed, ...signals, ...(chunkEnds && { chunkEnds }) }
    this.#sending = sendInRealTime(source, options, (number, chunk) => this.#sendChunk(number, chunk))
    this.#watching = this.#watch()
  }

  /** Resolves when the source has been sent up to this second. */
  async waitForSecond(second: number): Promise<void> {
    await waitUntil(() => this.acknowledged >= 4 * second, 60)
  }

  /** How often a worker has started or resumed the packaging. */
  async readFence(): Promise<number> {
    const row = await db
      .selectFrom('broadcasts')
      .select('ingest_fence')
      .where('content_id', '=', this.id)
      .executeTakeFirstOrThrow()
    return row.ingest_fence
  }

  /** Returns the times at which the parts of the copied rendition were stored, in milliseconds, oldest first. */
  async readPartTimes(): Promise<number[]> {
    const rows = await db
      .selectFrom('broadcast_parts')
      .select('made_at')
      .where('content_id', '=', this.id)
      .where('rendition', '=', 'source')
      .orderBy('made_at')
      .execute()
    return rows.map(({ made_at }) => made_at.getTime())
  }

  /**
   * Returns the longest time between two consecutive parts, in seconds, among the pauses that overlap the period
   * from `from` to `to` (in milliseconds).
   */
  async readLongestPause(from: number, to: number): Promise<number> {
    const times = await this.readPartTimes()
    const pauses = times.slice(1).map((time, at) => (time > from && times[at]! < to ? time - times[at]! : 0))
    return Math.max(0, ...pauses) / 1000
  }

  /** Returns the path of the folder with the playlists of both renditions. */
  async readFolder(): Promise<string> {
    const { playlist_url } = await waitUntil(async () => {
      const broadcast = await this.#viewer.call(getBroadcast, { params: { id: this.id } })
      return broadcast.playlist_url ? broadcast : null
    })
    return playlist_url!.replace('/master.m3u8', '')
  }

  /** Returns the URLs of all stored parts. */
  async listPartUrls(folder: string): Promise<string[]> {
    const rows = await db
      .selectFrom('broadcast_parts')
      .select(['rendition', 'segment_number', 'part_index'])
      .where('content_id', '=', this.id)
      .execute()
    return rows.map((row) => `${folder}/${row.rendition}/${row.segment_number}.${row.part_index}.m4s`)
  }

  /** Sends the rest of the source faster than real time. */
  hurry(): void {
    this.#hurry.abort()
  }

  /** Stops sending and watching. */
  async stopSending(): Promise<void> {
    this.#over.abort()
    await Promise.all([this.#sending, this.#watching])
  }

  /** Waits for the first part after this time, and returns how many seconds after the previous part it was stored. */
  async waitForPartAfter(time: number): Promise<number> {
    const times = await waitUntil(async () => {
      const all = await this.readPartTimes()
      return all.at(-1)! > time && all
    }, 60)
    const next = times.findIndex((at) => at > time)
    return (times[next]! - (times[next - 1] ?? time)) / 1000
  }

  /** Sends the rest of the source and ends the broadcast. */
  async end(): Promise<void> {
    await this.#sending
    await this.creator.call(endBroadcast, { params: { id: this.id }, body: {} })
  }

  /** Ends the broadcast (`end`). Returns the frames that are missing or out of order. */
  async finish(): Promise<number> {
    await this.end()
    const folder = await this.readFolder()
    const wrong = await Promise.all(
      ['source', 'low'].map((rendition) => this.#countWrongFrames(`${folder}/${rendition}`)),
    )
    this.#over.abort()
    await this.#watching
    return wrong[0]! + wrong[1]!
  }

  /** Waits until all renditions of the recording are ready, and returns its duration in seconds. */
  async waitForRecording(): Promise<number> {
    const [stream] = await waitUntil(async () => {
      const all = await waitUntilTranscoded([this.id], 900)
      return all.length > 0 && all
    }, 60)
    if (stream!.state !== 'ready') throw new Error(`the recording is ${stream!.state}: ${stream!.error}`)
    return waitUntil(async () => {
      const row = await db
        .selectFrom('content')
        .innerJoin('broadcasts', 'broadcasts.content_id', 'content.id')
        .select(['stream_status', 'duration_seconds'])
        .where('content.id', '=', this.id)
        .where('recording_state', '=', 'done')
        .executeTakeFirst()
      return row?.stream_status === 'ready' && Number(row.duration_seconds)
    }, 240)
  }

  async #countWrongFrames(folder: string): Promise<number> {
    const url = `${folder}/index.m3u8`
    const get = async (path: string) => Buffer.from(await (await this.creator.fetch(path)).arrayBuffer())
    await waitUntil(async () => String(await get(url)).includes('#EXT-X-ENDLIST'), 60)
    const { bytes } = await downloadRendition(url, get)
    const place = await mkdtemp(join(tmpdir(), 'afterbell-live-'))
    try {
      await writeFile(join(place, 'all.mp4'), bytes)
      const frames = await readFrameNumbers(join(place, 'all.mp4'))
      // The pictures show the lowest 16 bits of the frame number.
      const misplaced = frames.filter(({ number }, at) => number !== at % 2 ** 16).length
      return misplaced + Math.abs(this.#frames - frames.length)
    } finally {
      await rm(place, { recursive: true })
    }
  }

  async #sendChunk(number: number, body: Uint8Array<ArrayBuffer>): Promise<void> {
    const path = `/api/broadcasts/${this.id}/chunks/${number}`
    const headers = { 'content-type': 'video/x-matroska' }
    while (!this.#over.signal.aborted) {
      const stored = await this.#request(this.creator, path, { method: 'POST', body, headers })
      if (stored !== undefined) {
        this.acknowledged = number + 1
        return
      }
      await pause(250)
    }
  }

  /** Keeps requesting the newest part, as a player at the live edge does. */
  async #watch(): Promise<void> {
    const folder = `${await this.readFolder()}/low`
    await this.waitForSecond(4)
    while (!this.#over.signal.aborted) {
      const playlist = await this.#request(this.#viewer, `${folder}/index.m3u8`)
      const part = /#EXT-X-PART:[^\n]*URI="([^"]+)"(?![\s\S]*#EXT-X-PART:)/.exec(playlist ?? '')?.[1]
      if (part) await this.#request(this.#viewer, `${folder}/${part}`)
      await pause(250)
    }
  }

  /** Returns the body of a successful response, or counts what went wrong and returns undefined. */
  async #request(who: HttpTestClient, path: string, init?: RequestInit): Promise<string | undefined> {
    const request = { ...init, signal: AbortSignal.timeout(15_000) }
    try {
      const response = await who.fetch(path, request)
      const body = await response.text()
      if (response.ok) return body
      this.#countFailure(response, path, body)
    } catch {
      this.broken += 1
    }
    return undefined
  }

  #countFailure({ status, headers }: Response, path: string, body: string): void {
    if (status === 503 && headers.has('retry-after')) this.refused += 1
    else if (status === 507 && body.includes('"storage_full"')) this.storageFull += 1
    else {
      const key = `${status} ${path.replaceAll(/[0-9a-f-]{20,}/g, '…')}`
      this.unexpected.set(key, (this.unexpected.get(key) ?? 0) + 1)
    }
  }
}
