import type { Socket } from 'node:net'
import { RtmpError } from './disconnect-reasons.ts'
import { acknowledgement, windowSize } from './protocol/server-messages.ts'

/** How long the encoder may take to read the last message and close the connection, in milliseconds. */
const lingerMs = 1000

/** The maximum number of response bytes that may wait for the encoder to read them. */
const maxUnreadAnswerBytes = 64 * 1024

/** The minimum number of bytes between two acknowledgements. */
const minWindowSize = 64 * 1024

/** The server's end of the connection: sends responses, and counts and acknowledges the received bytes. */
export class EncoderSocket {
  #receivedBytes = 0
  #acknowledgedBytes = 0
  #windowSize = windowSize
  readonly #socket: Socket

  constructor(socket: Socket) {
    this.#socket = socket
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

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  /** Closes the connection: immediately, or after the encoder has read `lastAnswer`. */
  close(lastAnswer: Buffer | null): void {
    const socket = this.#socket
    if (!lastAnswer) return void socket.destroy()
    // Keeps reading, because closing a socket with unread bytes resets the connection, and the encoder would
    // not receive the last response.
    socket.resume()
    socket.end(lastAnswer)
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.on('close', () => clearTimeout(timer))
  }
}
