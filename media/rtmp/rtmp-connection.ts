import type { Socket } from 'node:net'
import { CommandSession } from './command-session.ts'
import { encoderMessageFor, RtmpError, type DisconnectReason } from './disconnect-reasons.ts'
import { EncoderSocket } from './encoder-socket.ts'
import { ChunkReader } from './protocol/chunk-reader.ts'
import { Handshake } from './protocol/handshake.ts'
import { messageTypes, type RtmpMessage } from './protocol/message-types.ts'
import * as messages from './protocol/server-messages.ts'
import { Publisher } from './publisher.ts'
import type { RtmpLimits } from './rtmp-limits.ts'
import type { RtmpServerOptions } from './rtmp-server-options.ts'
import { SinkWriter } from './sink-writer.ts'
import type { StreamSink } from './stream-sink.ts'
import { TokenBucket } from './token-bucket.ts'

type ConnectionOptions = RtmpServerOptions & {
  limits: RtmpLimits
  socket: Socket
  remoteAddress: string
  /** Identifies the connection in the log. */
  id: number
}

/**
 * How many times faster than the maximum average bitrate an encoder is read. After a network failure, an encoder
 * catches up at this speed.
 */
const maxReadSpeed = 4

/** One TCP connection of an encoder, from the handshake to the end of the broadcast. */
export class RtmpConnection {
  readonly #options: ConnectionOptions
  readonly #socket: EncoderSocket
  #handshake: Handshake | null = new Handshake()
  readonly #chunks = new ChunkReader((message) => this.#handleMessage(message))
  readonly #commands = new CommandSession()
  readonly #byteRate: TokenBucket
  readonly #messageRate: TokenBucket
  #isAuthorizing = false
  #publisher: Publisher | null = null
  #writer: SinkWriter | null = null
  /** The deadline for `publish` and, after that, the idle timeout. */
  #timer: NodeJS.Timeout
  #endReason: DisconnectReason | null = null
  readonly #startedAt = performance.now()
  readonly #ended = Promise.withResolvers<void>()

  constructor(options: ConnectionOptions) {
    const { socket, limits } = options
    const { maxBytesPerSecond, maxMessagesPerSecond, burstSeconds } = limits
    this.#options = options
    this.#socket = new EncoderSocket(socket, maxReadSpeed * maxBytesPerSecond)
    this.#byteRate = new TokenBucket({ perSecond: maxBytesPerSecond, burstSeconds }, this.#startedAt)
    this.#messageRate = new TokenBucket({ perSecond: maxMessagesPerSecond, burstSeconds }, this.#startedAt)
    this.#timer = setTimeout(
      () => this.disconnect(this.#handshake ? 'handshake_timeout' : 'publish_timeout'),
      limits.publishTimeoutMs,
    )
    socket.on('data', (bytes: Buffer) => this.#receive(bytes))
    socket.on('end', () => this.disconnect('connection_closed'))
    // The event `close` follows.
    socket.on('error', () => {})
    socket.on('close', () => {
      this.disconnect('connection_closed')
      this.#resolveEndedWithoutSink()
    })
  }

  /** Resolves when the sink has been ended or, if there is no sink, when the socket is closed. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  /** Ends the connection immediately. `message` is the text that the encoder receives. */
  disconnect(
    reason: DisconnectReason,
    message: string | null = encoderMessageFor(reason),
    code: messages.StatusErrorCode = 'NetStream.Publish.Denied',
  ): void {
    // Drops the pieces that the sink has not accepted yet, even if the encoder has already ended the
    // broadcast.
    if (reason === 'stopped' || reason === 'sink_failed' || reason === 'sink_stalled')
      this.#writer?.abort(reason)
    if (this.#endReason) return
    this.#endReason = reason
    clearTimeout(this.#timer)
    this.#options.log.info('RTMP connection ended', {
      connection: this.#options.id,
      reason,
      seconds: Math.round((performance.now() - this.#startedAt) / 1000),
      bytes: this.#socket.receivedBytes,
    })
    this.#publisher?.finish(reason)
    if (!this.#commands.isConnected) this.#socket.close(null)
    else if (reason === 'unpublished') this.#socket.close(messages.unpublishedStatus())
    else this.#socket.close(message === null ? null : messages.errorStatus(code, message))
  }

  #receive(bytes: Buffer): void {
    if (this.#endReason) return
    try {
      this.#socket.countReceived(bytes.length)
      if (!this.#byteRate.take(bytes.length, performance.now())) throw new RtmpError('bitrate_too_high')
      if (this.#commands.isConnected) this.#socket.acknowledge()
      const chunks = this.#handshake ? this.#continueHandshake(this.#handshake, bytes) : bytes
      if (chunks) this.#chunks.push(chunks)
    } catch (error) {
      if (!(error instanceof RtmpError)) this.#logError('RTMP connection failed', error)
      this.disconnect(error instanceof RtmpError ? error.reason : 'internal_error')
    }
    if (this.#publisher?.isBusy && !this.#endReason) this.#socket.pause('writing')
  }

  #continueHandshake(handshake: Handshake, bytes: Buffer): Buffer | null {
    const { answer, rest } = handshake.push(bytes)
    if (answer) this.#socket.send(answer)
    if (rest) this.#handshake = null
    return rest
  }

  #handleMessage(message: RtmpMessage): void {
    // Bytes that were received after the end of the broadcast are ignored.
    if (this.#endReason) return
    const now = performance.now()
    if (!this.#messageRate.take(1, now)) throw new RtmpError('too_many_messages')
    const { type, body } = message
    if (type === messageTypes.commandAmf0) this.#handleCommand(body)
    // The body of an AMF3 command is a zero byte, followed by the same command in AMF0.
    else if (type === messageTypes.commandAmf3) this.#handleCommand(body.subarray(1))
    else if (type === messageTypes.userControl) this.#answerPing(body)
    else if (type === messageTypes.windowAcknowledgementSize) this.#socket.setWindowSize(body)
    else if (isStreamMessage(type) && this.#publisher?.handle(message, now)) this.#timer.refresh()
  }

  #answerPing(body: Buffer): void {
    const pingRequest = 6
    if (body.length >= 6 && body.readUInt16BE(0) === pingRequest)
      this.#socket.send(messages.pingResponse(body.readUInt32BE(2)))
  }

  #handleCommand(body: Buffer): void {
    const outcome = this.#commands.handle(body)
    if (outcome.action === 'answer') this.#socket.send(outcome.answer)
    else if (outcome.action === 'publish') void this.#authorize(outcome)
    else if (outcome.action === 'unpublish') this.disconnect('unpublished')
    else if (outcome.action === 'refuse_play')
      this.disconnect('play_refused', undefined, 'NetStream.Play.Failed')
  }

  async #authorize({ app, streamKey }: { app: string; streamKey: string }): Promise<void> {
    const { authorize, remoteAddress } = this.#options
    const stop = (message: string) => this.disconnect('stopped', message)
    this.#socket.pause('authorizing')
    this.#isAuthorizing = true
    try {
      const answer = await authorize({ app, streamKey, remoteAddress, stop })
      if (answer.accepted) this.#startPublishing(answer.sink)
      else this.disconnect('refused', answer.message, `NetStream.Publish.${answer.code}`)
    } catch (error) {
      this.#logError('RTMP authorization failed', error)
      this.disconnect('authorization_failed')
    }
    this.#isAuthorizing = false
    if (this.#options.socket.closed) this.#resolveEndedWithoutSink()
  }

  #startPublishing(sink: StreamSink): void {
    const { limits, log, id } = this.#options
    const writer = new SinkWriter({
      sink,
      timeoutMs: limits.sinkTimeoutMs,
      onDrained: () => void (this.#endReason ?? this.#socket.resume('writing')),
      onFailed: (reason, error) => {
        if (error) this.#logError('RTMP sink failed', error)
        this.disconnect(reason)
      },
      onEndFailed: (error) => this.#logError('RTMP sink failed', error),
    })
    this.#writer = writer
    void writer.ended.then(() => this.#ended.resolve())
    // The connection may have ended while the stream key was checked.
    if (this.#endReason) return writer.finish(this.#endReason)
    this.#publisher = new Publisher(limits, writer, performance.now())
    this.#chunks.allowMediaMessages(limits.maxMessageBytes)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#endIfIdle(), limits.idleTimeoutMs)
    log.info('RTMP publishing started', { connection: id })
    this.#socket.send(messages.publishStarted())
    this.#socket.resume('authorizing')
  }

  #endIfIdle(): void {
    // While the sink is busy, the server does not read from the encoder, so the encoder cannot be idle. The
    // sink has its own timeout.
    if (this.#publisher?.isBusy) this.#timer.refresh()
    else this.disconnect('idle')
  }

  #resolveEndedWithoutSink(): void {
    if (!this.#writer && !this.#isAuthorizing) this.#ended.resolve()
  }

  #logError(message: string, error: unknown): void {
    const text = error instanceof Error ? error.message : String(error)
    this.#options.log.error(message, { connection: this.#options.id, error: text })
  }
}

function isStreamMessage(type: number): boolean {
  return type === messageTypes.audio || type === messageTypes.video || type === messageTypes.dataAmf0
}
