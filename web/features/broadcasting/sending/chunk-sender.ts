/** The reason why the sender has given up. */
export type SendingProblem =
  /** The connection was lost for so long that the waiting data no longer fits in memory. */
  | 'connection_lost'
  /** The server says that the broadcast has ended. */
  | 'ended'
  /** The session has ended, or the account is no longer allowed to broadcast. */
  | 'refused'
  /** Another page has continued the broadcast. */
  | 'continued'
  /** The broadcast cannot be continued, because this browser sends another format than before. */
  | 'format_changed'

interface ChunkSenderOptions {
  /** The number of the first chunk. Defaults to 0. */
  first?: number
  /** Sends a chunk as the body of a POST. */
  post(number: number, bytes: Uint8Array<ArrayBuffer>): Promise<{ status: number; retryAfter?: number }>
  /** Returns the number of the chunk that the server expects next. */
  loadExpectedNumber(): Promise<number | null>
  /** Called when the connection is lost (true), and when it is back (false). */
  onConnectionChange(isLost: boolean): void
  onStop(problem: SendingProblem): void
}

/** The maximum number of unsent bytes to keep in memory: about 50 s of video. */
const maxWaitingBytes = 16_000_000
/** After a lost connection, waiting data is sent in chunks of up to this size, in bytes. */
const maxChunkBytes = 1_000_000
/** The number of sent chunks to keep in case the server loses them. */
const maxKeptChunks = 40
const retryDelaysMs = [250, 500, 1000, 2000]

/**
 * Sends the bytes of a broadcast as numbered chunks, one after another. A chunk is sent again with the same
 * number and bytes until the server has acknowledged it.
 */
export class ChunkSender {
  readonly #options: ChunkSenderOptions
  readonly #kept = new Map<number, Uint8Array<ArrayBuffer>>()
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  #next = 0
  #isClosing = false
  #isStopped = false
  #notify = () => {}
  readonly #done: Promise<void>

  constructor(options: ChunkSenderOptions) {
    this.#options = options
    this.#next = options.first ?? 0
    this.#done = this.#run()
  }

  push(bytes: Uint8Array): void {
    if (this.#isStopped) return
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.byteLength
    if (this.#waitingBytes > maxWaitingBytes) this.#stop('connection_lost')
    this.#notify()
  }

  /** Sends all waiting bytes. Resolves when they have been sent, or when the sender has given up. */
  async finish(): Promise<void> {
    this.#isClosing = true
    this.#notify()
    await this.#done
  }

  /** Stops sending, and drops all waiting bytes. */
  abort(): void {
    this.#isStopped = true
    this.#notify()
  }

  async #run(): Promise<void> {
    let failures = 0
    while (!this.#isStopped) {
      const chunk = this.#kept.get(this.#next) ?? this.#takeChunk()
      if (!chunk) {
        if (this.#isClosing) return
        await new Promise<void>((resolve) => (this.#notify = resolve))
        continue
      }
      const { status, retryAfter } = await this.#post(this.#next, chunk)
      if (status >= 200 && status < 300) {
        if (failures > 0) this.#options.onConnectionChange(false)
        failures = 0
        this.#next += 1
      } else if (status === 409) await this.#rewind()
      else if (status === 410 || status === 404) this.#stop('ended')
      else if (status === 412) this.#stop('continued')
      else if (status === 422) this.#stop('format_changed')
      else if (status === 401 || status === 403) this.#stop('refused')
      else {
        if (failures === 0) this.#options.onConnectionChange(true)
        const delayMs = retryDelaysMs[Math.min(failures++, retryDelaysMs.length - 1)]!
        await waitForRetry(retryAfter ? 1000 * retryAfter : delayMs)
      }
    }
  }

  async #post(number: number, bytes: Uint8Array<ArrayBuffer>) {
    return this.#options.post(number, bytes).catch(() => ({ status: 0, retryAfter: undefined }))
  }

  /** Combines waiting bytes into a chunk. The number and the bytes of a chunk never change. */
  #takeChunk(): Uint8Array<ArrayBuffer> | undefined {
    if (this.#waiting.length === 0) return undefined
    let [count, size] = [0, 0]
    while (
      count < this.#waiting.length &&
      (count === 0 || size + this.#waiting[count]!.length <= maxChunkBytes)
    )
      size += this.#waiting[count++]!.length
    const chunk = new Uint8Array(size)
    let offset = 0
    for (const bytes of this.#waiting.splice(0, count)) {
      chunk.set(bytes, offset)
      offset += bytes.length
    }
    this.#waitingBytes -= size
    this.#kept.set(this.#next, chunk)
    this.#kept.delete(this.#next - maxKeptChunks)
    return chunk
  }

  /** Continues with the chunk that the server expects. */
  async #rewind(): Promise<void> {
    const expected = await this.#options.loadExpectedNumber().catch(() => undefined)
    if (expected === undefined) return waitForRetry(retryDelaysMs[1]!)
    if (expected === null || (expected !== this.#next && !this.#kept.has(expected)))
      return this.#stop('ended')
    this.#next = expected
  }

  #stop(problem: SendingProblem): void {
    if (this.#isStopped) return
    this.abort()
    this.#waiting = []
    this.#options.onStop(problem)
  }
}

/** Waits for the given time, or until the browser is online again. */
function waitForRetry(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms)
    globalThis.addEventListener?.('online', end)
    function end() {
      clearTimeout(timer)
      globalThis.removeEventListener?.('online', end)
      resolve()
    }
  })
}
