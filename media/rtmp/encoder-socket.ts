import type { Socket } from 'node:net'
import { RtmpError } from './disconnect-reasons.ts'
import { acknowledgement, windowSize } from './protocol/server-messages.ts'

/** How long the encoder may take to read the last message and close the connection, in milliseconds. */
const lingerMs = 1000

/** The maximum number of response bytes that may wait for the encoder to read them. */
const maxUnreadAnswerBytes = 64 * 1024

/** The minimum number of bytes between two acknowledgements. */
const minWindowSize = 64 * 1024

/** Reading pauses when this many milliseconds' worth of bytes have arrived, until this time has passed. */
const readingSlotMs = 25

type PauseReason = 'authorizing' | 'writing' | 'too_fast'

/** The server's end of the connection: sends responses, and counts and acknowledges the received bytes. */
export class EncoderSocket {
  #receivedBytes = 0
  #acknowledgedBytes = 0
  #windowSize = windowSize
  #bytesInSlot = 0
  #slot: NodeJS.Timeout | undefined
  readonly #pauses = new Set<PauseReason>()
  readonly #socket: Socket
  readonly #maxBytesPerSlot: number

  /**
   * The socket is read at no more than `maxReadBytesPerSecond`. The rest waits in the network, so a burst from one
   * encoder does not delay the server's other work.
   */
  constructor(socket: Socket, maxReadBytesPerSecond: number) {
    this.#socket = socket
    this.#maxBytesPerSlot = (maxReadBytesPerSecond * readingSlotMs) / 1000
    socket.on('data', (bytes: Buffer) => this.#limitReading(bytes.length))
    socket.on('close', () => clearTimeout(this.#slot))
  }

  #limitReading(byteLength: number): void {
    this.#bytesInSlot += byteLength
    this.#slot ??= setTimeout(() => {
      this.#slot = undefined
      this.#bytesInSlot = 0
      this.resume('too_fast')
    }, readingSlotMs)
    if (this.#bytesInSlot >= this.#maxBytesPerSlot) this.pause('too_fast')
  }

  get receivedBytes(): number {
    return this.#receivedBytes
  }

  countReceived(bytes: number): void {
    this.#receivedBytes += bytes
  }

  /** Throws `RtmpError` if the encoder does not read the responses. */
  send(bytes: Buffer): void {
    if (this.#socket.writableLength > maxUnreadAnswerBytes) throw new RtmpError('answers_not_read')
    this.#socket.write(bytes)
  }

  /** Acknowledges the received bytes once per window (RTMP 1.0, section 5.4.3). */
  acknowledge(): void {
    if (this.#receivedBytes - this.#acknowledgedBytes < this.#windowSize) return
    this.#acknowledgedBytes = this.#receivedBytes
    this.send(acknowledgement(this.#receivedBytes))
  }

  /** Handles a Window Acknowledgement Size message (section 5.4.4). */
  setWindowSize(body: Buffer): void {
    if (body.length < 4) throw new RtmpError('malformed_message')
    this.#windowSize = Math.min(Math.max(body.readUInt32BE(0), minWindowSize), windowSize)
  }

  pause(reason: PauseReason): void {
    this.#pauses.add(reason)
    this.#socket.pause()
  }

  /** Continues reading, unless there is another reason to pause. */
  resume(reason: PauseReason): void {
    this.#pauses.delete(reason)
    if (this.#pauses.size === 0) this.#socket.resume()
  }

  /** Closes the connection: immediately, or after the encoder has read `lastAnswer`. */
  close(lastAnswer: Buffer | null): void {
    const socket = this.#socket
    if (!lastAnswer) return void socket.destroy()
    // Keeps reading, because closing a socket with unread bytes resets the connection, and the encoder would
    // not receive the last response.
    for (const reason of ['authorizing', 'writing'] as const) this.resume(reason)
    socket.end(lastAnswer)
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.on('close', () => clearTimeout(timer))
  }
}
