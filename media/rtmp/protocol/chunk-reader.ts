import { RtmpError } from '../disconnect-reasons.ts'
import { readChunkHeader, type ChunkHeader } from './chunk-header.ts'
import { messageTypes, type RtmpMessage } from './message-types.ts'

/** The maximum number of chunk streams. Encoders use about six. */
const maxChunkStreams = 32

/**
 * The largest message that is neither audio nor video, and the largest message of any kind before the stream
 * key is accepted. Metadata is about 500 bytes long.
 */
const maxCommandBytes = 16 * 1024

/** The minimum chunk size that section 5.4.1 recommends. Smaller chunks would only waste CPU time. */
const minChunkSize = 128

type ChunkStream = {
  timestamp: number
  timestampDelta: number
  length: number
  type: number
  isExtended: boolean
  /** The part of the current message that has arrived. */
  body: Buffer
  received: number
  isInsideMessage: boolean
}

/**
 * Joins the chunks of one connection into messages (RTMP 1.0, section 5.3). Memory grows only with the bytes
 * that have arrived, not with the length that a header declares. Throws `RtmpError`.
 */
export class ChunkReader {
  #chunkSize = 128
  #incompleteHeader: Buffer = Buffer.alloc(0)
  #current: ChunkStream | null = null
  #remainingInChunk = 0
  #bufferedBytes = 0
  readonly #streams = new Map<number, ChunkStream>()
  #maxMediaBytes = maxCommandBytes
  readonly #onMessage: (message: RtmpMessage) => void

  constructor(onMessage: (message: RtmpMessage) => void) {
    this.#onMessage = onMessage
  }

  /** Sets the maximum size of an audio or video message. */
  allowMediaMessages(maxBytes: number): void {
    this.#maxMediaBytes = maxBytes
  }

  push(bytes: Buffer): void {
    const data = this.#incompleteHeader.length > 0 ? Buffer.concat([this.#incompleteHeader, bytes]) : bytes
    this.#incompleteHeader = Buffer.alloc(0)
    let at = 0
    while (at < data.length) {
      if (this.#current) {
        at += this.#readPayload(this.#current, data.subarray(at))
        continue
      }
      const header = readChunkHeader(data, at, (id) => this.#streams.get(id)?.isExtended ?? false)
      if (!header) {
        // Copies the bytes, because a view would keep the whole received buffer in memory.
        this.#incompleteHeader = Buffer.from(data.subarray(at))
        return
      }
      at = header.end
      this.#beginChunk(header)
    }
  }

  #beginChunk(header: ChunkHeader): void {
    const stream = this.#streams.get(header.chunkStreamId) ?? this.#addStream(header)
    if (!stream.isInsideMessage) this.#beginMessage(stream, header)
    // Only type 3 headers continue a message.
    else if (header.format !== 3) throw new RtmpError('malformed_chunk')
    this.#remainingInChunk = Math.min(this.#chunkSize, stream.length - stream.received)
    if (this.#remainingInChunk > 0) this.#current = stream
    else this.#endMessage(stream)
  }

  #addStream({ format, chunkStreamId }: ChunkHeader): ChunkStream {
    // librtmp starts chunk stream 2 with type 1. Types 2 and 3 have no length, so they cannot come first.
    if (format > 1) throw new RtmpError('malformed_chunk')
    if (this.#streams.size >= maxChunkStreams) throw new RtmpError('too_many_chunk_streams')
    const unknown = { timestamp: 0, timestampDelta: 0, length: 0, type: 0, isExtended: false }
    const stream = { ...unknown, body: Buffer.alloc(0), received: 0, isInsideMessage: false }
    this.#streams.set(chunkStreamId, stream)
    return stream
  }

  #beginMessage(stream: ChunkStream, header: ChunkHeader): void {
    stream.length = header.messageLength ?? stream.length
    stream.type = header.messageType ?? stream.type
    stream.isExtended = header.isExtended
    // A type 3 header that starts a message repeats the timestamp delta. After a type 0 header, the delta
    // equals the timestamp itself (section 5.3.1.2.4).
    stream.timestampDelta = header.timestamp ?? stream.timestampDelta
    stream.timestamp =
      header.format === 0 ? stream.timestampDelta : (stream.timestamp + stream.timestampDelta) >>> 0
    const isMedia = stream.type === messageTypes.audio || stream.type === messageTypes.video
    if (stream.length > (isMedia ? this.#maxMediaBytes : maxCommandBytes))
      throw new RtmpError('message_too_large')
    stream.isInsideMessage = true
    stream.received = 0
  }

  /** Returns the number of bytes that belong to the current chunk. */
  #readPayload(stream: ChunkStream, data: Buffer): number {
    const count = Math.min(this.#remainingInChunk, data.length)
    this.#reserve(stream, stream.received + count)
    data.copy(stream.body, stream.received, 0, count)
    stream.received += count
    this.#remainingInChunk -= count
    if (this.#remainingInChunk === 0) this.#current = null
    if (stream.received === stream.length) this.#endMessage(stream)
    return count
  }

  #reserve(stream: ChunkStream, needed: number): void {
    if (needed <= stream.body.length) return
    const size = Math.min(stream.length, Math.max(needed, 2 * stream.body.length, 4096))
    this.#bufferedBytes += size - stream.body.length
    // Without this limit, incomplete messages on all 32 chunk streams could take up 32 times the maximum
    // message size.
    if (this.#bufferedBytes > 2 * Math.max(this.#maxMediaBytes, maxCommandBytes))
      throw new RtmpError('message_too_large')
    const larger = Buffer.allocUnsafe(size)
    stream.body.copy(larger, 0, 0, stream.received)
    stream.body = larger
  }

  #endMessage(stream: ChunkStream): void {
    const { type, timestamp, body } = stream
    this.#discardMessage(stream)
    if (type === messageTypes.setChunkSize) this.#setChunkSize(body)
    else if (type === messageTypes.abort) this.#abort(body)
    else this.#onMessage({ type, timestamp, body })
  }

  #discardMessage(stream: ChunkStream): void {
    this.#bufferedBytes -= stream.body.length
    stream.body = Buffer.alloc(0)
    stream.received = 0
    stream.isInsideMessage = false
  }

  /** Set Chunk Size (section 5.4.1). */
  #setChunkSize(body: Buffer): void {
    const size = body.length >= 4 ? body.readUInt32BE(0) : 0
    if (size < minChunkSize || size > 0x7f_ff_ff_ff) throw new RtmpError('malformed_message')
    this.#chunkSize = size
  }

  /** Abort Message (section 5.4.2). */
  #abort(body: Buffer): void {
    if (body.length < 4) throw new RtmpError('malformed_message')
    const stream = this.#streams.get(body.readUInt32BE(0))
    if (stream) this.#discardMessage(stream)
  }
}
