import { randomBytes } from 'node:crypto'
import { RtmpError } from '../disconnect-reasons.ts'

/** The size of C1, C2, S1 and S2 in bytes (RTMP 1.0, sections 5.2.3 and 5.2.4). */
const blockSize = 1536

/**
 * The server's side of the handshake (RTMP 1.0, section 5.2). Some encoders send an undocumented digest in
 * C1. As in other servers that implement only the simple handshake, they get a simple response, which they
 * accept.
 */
export class Handshake {
  #received = Buffer.alloc(0)
  #hasAnswered = false

  /**
   * Processes received bytes. `answer` contains S0, S1 and S2 once C0 and C1 are complete. `rest` contains
   * the bytes after C2, or is null until the handshake is complete.
   */
  push(bytes: Buffer): { answer: Buffer | null; rest: Buffer | null } {
    this.#received = Buffer.concat([this.#received, bytes])
    // Version 3 is plain RTMP. Version 6 is the encrypted variant.
    if (this.#received.length > 0 && this.#received[0] !== 3) throw new RtmpError('unsupported_handshake')
    let answer: Buffer | null = null
    if (!this.#hasAnswered && this.#received.length >= 1 + blockSize) {
      this.#hasAnswered = true
      answer = answerTo(this.#received.subarray(1, 1 + blockSize))
    }
    // C2 only echoes S1, and encoders with the digest handshake send other data, so C2 is not checked.
    const end = 1 + 2 * blockSize
    return { answer, rest: this.#received.length >= end ? this.#received.subarray(end) : null }
  }
}

function answerTo(c1: Buffer): Buffer {
  const s0 = Buffer.from([3])
  const s1 = Buffer.concat([Buffer.alloc(8), randomBytes(blockSize - 8)])
  return Buffer.concat([s0, s1, c1])
}
