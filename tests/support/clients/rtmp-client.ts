import { connect, type Socket } from 'node:net'
import { ChunkReader } from '#media/rtmp/protocol/chunk-reader.ts'
import type { Amf0Value } from '#media/rtmp/protocol/amf0-values.ts'
import { decodeAmf0 } from '#media/rtmp/protocol/decode-amf0.ts'
import { encodeAmf0 } from '#media/rtmp/protocol/encode-amf0.ts'
import { Handshake } from '#media/rtmp/protocol/handshake.ts'
import { messageTypes } from '#media/rtmp/protocol/message-types.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'

/** C0, C1 and C2 of the simple handshake. The server does not check C2. */
export const clientHandshake = Buffer.concat([Buffer.of(3), Buffer.alloc(2 * 1536, 7)])

/** An RTMP client that can send anything at any time. */
export class RtmpTestClient {
  /** The decoded commands that the server has sent. */
  readonly commands: Amf0Value[][] = []
  readonly otherMessages: { type: number; body: Buffer }[] = []
  readonly socket: Socket
  readonly closed: Promise<unknown>
  /** The server's handshake has the same lengths as the client's. */
  #handshake: Handshake | null = new Handshake()
  readonly #chunks = new ChunkReader(({ type, body }) => {
    if (type === messageTypes.commandAmf0) this.commands.push(decodeAmf0(body))
    else this.otherMessages.push({ type, body })
  })

  constructor(port: number, host = '127.0.0.1', localAddress?: string) {
    this.socket = connect({ port, host, localAddress })
    this.closed = new Promise((resolve) => this.socket.once('close', resolve))
    this.socket.on('error', () => {})
    this.socket.on('data', (bytes: Buffer) => this.#receive(bytes))
  }

  #receive(bytes: Buffer): void {
    const chunks = this.#handshake ? this.#handshake.push(bytes).rest : bytes
    if (chunks) this.#handshake = null
    if (chunks) this.#chunks.push(chunks)
  }

  send(...parts: Buffer[]): this {
    this.socket.write(Buffer.concat(parts))
    return this
  }

  /** Sends the handshake and `connect`. */
  connect(app = 'live'): this {
    return this.send(clientHandshake, rtmpCommand('connect', 1, { app, type: 'nonprivate' }))
  }

  /**
   * Sends all messages up to and including `publish`, and waits until the server accepts or refuses the
   * stream key.
   */
  async publish(streamKey: string): Promise<this> {
    this.connect().send(
      rtmpCommand('createStream', 2, null),
      rtmpCommand('publish', 3, null, streamKey, 'live'),
    )
    await this.status()
    return this
  }

  /** Waits for the first command from the server. */
  async commandReceived(): Promise<void> {
    await waitUntil(() => this.commands.length > 0)
  }

  /** Waits until the server has sent a status, and returns the latest status. */
  async status(): Promise<{ [field: string]: Amf0Value }> {
    const [, , , status] = await waitUntil(() => this.commands.findLast(([name]) => name === 'onStatus'))
    return Object.fromEntries(status as Map<string, Amf0Value>)
  }
}

export function rtmpCommand(...values: Parameters<typeof encodeAmf0>[0]): Buffer {
  return rtmpMessage(messageTypes.commandAmf0, encodeAmf0(values))
}

/** Encodes a message as chunks of 128 bytes, the first of which has a type 0 header. */
export function rtmpMessage(
  type: number,
  body: Buffer,
  { timestamp = 0, chunkStream = 3, length = body.length } = {},
): Buffer {
  const header = Buffer.alloc(12)
  header[0] = chunkStream
  header.writeUIntBE(timestamp >= 0xff_ff_ff ? 0xff_ff_ff : timestamp, 1, 3)
  header.writeUIntBE(length, 4, 3)
  header[7] = type
  header.writeUInt32LE(1, 8)
  const extended = Buffer.alloc(timestamp >= 0xff_ff_ff ? 4 : 0)
  if (extended.length > 0) extended.writeUInt32BE(timestamp)
  const parts = [header, extended, body.subarray(0, 128)]
  for (let at = 128; at < body.length; at += 128)
    parts.push(Buffer.of(0xc0 | chunkStream), extended, body.subarray(at, at + 128))
  return Buffer.concat(parts)
}

/**
 * Bodies of H.264 and AAC messages. The frames are placeholders and cannot be decoded to a picture or sound.
 */
export const mediaBodies = {
  videoConfig: Buffer.from('17000000000142c01effe100046742c01e01000468ce3c80', 'hex'),
  audioConfig: Buffer.from('af00121056e500', 'hex'),
  keyframe: Buffer.from('1701000000000000026588', 'hex'),
  frame: Buffer.from('2701000000000000024188', 'hex'),
  sound: Buffer.from('af01211004', 'hex'),
}

export const rtmpVideo = (body: Buffer, timestamp = 0) =>
  rtmpMessage(messageTypes.video, body, { timestamp, chunkStream: 6 })

export const rtmpAudio = (body: Buffer, timestamp = 0) =>
  rtmpMessage(messageTypes.audio, body, { timestamp, chunkStream: 4 })
