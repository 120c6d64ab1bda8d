import { RtmpError } from './disconnect-reasons.ts'
import type { Amf0Value } from './protocol/amf0-values.ts'
import { decodeAmf0 } from './protocol/decode-amf0.ts'
import { connectAnswer, createStreamAnswer, emptyAnswer } from './protocol/server-messages.ts'

/** What the connection does in response to a command. */
export type CommandOutcome =
  | { action: 'answer'; answer: Buffer }
  | { action: 'publish'; app: string; streamKey: string }
  | { action: 'unpublish' }
  | { action: 'refuse_play' }
  | { action: 'ignore' }

/**
 * Handles the commands of one connection and enforces the order that RTMP requires (RTMP 1.0, section 7.2).
 */
export class CommandSession {
  #app: string | null = null
  #hasPublished = false

  /** Whether the encoder has sent `connect`. Before that, it does not understand status messages. */
  get isConnected(): boolean {
    return this.#app !== null
  }

  /** Handles the body of a command message. Throws `RtmpError`. */
  handle(body: Buffer): CommandOutcome {
    const [name, transactionId, commandObject, ...args] = decodeAmf0(body)
    if (typeof name !== 'string') throw new RtmpError('malformed_message')
    const transaction = typeof transactionId === 'number' ? transactionId : 0
    if (name === 'connect') return this.#connect(transaction, commandObject)
    if (this.#app === null) throw new RtmpError('unexpected_command')
    switch (name) {
      case 'releaseStream':
      case 'FCPublish':
        return { action: 'answer', answer: emptyAnswer(transaction) }
      case 'createStream':
        return { action: 'answer', answer: createStreamAnswer(transaction) }
      case 'publish':
        return this.#publish(this.#app, args[0])
      case 'FCUnpublish':
      case 'deleteStream':
      case 'closeStream':
        return { action: this.#hasPublished ? 'unpublish' : 'ignore' }
      case 'play':
      case 'play2':
        return { action: 'refuse_play' }
      default:
        return { action: 'ignore' }
    }
  }

  #connect(transactionId: number, commandObject: Amf0Value): CommandOutcome {
    const app = commandObject instanceof Map ? commandObject.get('app') : undefined
    if (this.#app !== null || typeof app !== 'string') throw new RtmpError('unexpected_command')
    // People type the server address by hand, so it may end with a slash.
    this.#app = app.replace(/\/$/, '')
    return { action: 'answer', answer: connectAnswer(transactionId) }
  }

  #publish(app: string, streamKey: Amf0Value): CommandOutcome {
    if (this.#hasPublished || typeof streamKey !== 'string') throw new RtmpError('unexpected_command')
    this.#hasPublished = true
    return { action: 'publish', app, streamKey }
  }
}
