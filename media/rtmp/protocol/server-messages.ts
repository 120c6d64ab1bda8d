import { encodeAmf0 } from './encode-amf0.ts'
import { messageTypes } from './message-types.ts'

/** The id of the single message stream, which `createStream` returns. */
const messageStreamId = 1

/** The chunk size of the server's messages. Every message from the server fits into one chunk. */
const serverChunkSize = 4096

/**
 * The maximum length of a text for the encoder, in UTF-16 code units. With this limit, every message fits
 * into one chunk.
 */
const maxDescriptionLength = 1000

/**
 * Both sides send an acknowledgement after receiving this many bytes. The value is a common default of RTMP
 * servers.
 */
export const windowSize = 2_500_000

/** The response to `connect` (RTMP 1.0, section 7.2.1.1), preceded by the protocol control messages. */
export function connectAnswer(transactionId: number): Buffer {
  const dynamicLimit = 2
  return Buffer.concat([
    encodeMessage(messageTypes.windowAcknowledgementSize, uint32(windowSize)),
    encodeMessage(
      messageTypes.setPeerBandwidth,
      Buffer.concat([uint32(windowSize), Buffer.of(dynamicLimit)]),
    ),
    encodeMessage(messageTypes.setChunkSize, uint32(serverChunkSize)),
    encodeCommand([
      '_result',
      transactionId,
      { fmsVer: 'FMS/3,0,1,123', capabilities: 31 },
      {
        level: 'status',
        code: 'NetConnection.Connect.Success',
        description: 'Connection succeeded.',
        objectEncoding: 0,
      },
    ]),
  ])
}

/** The response to `releaseStream` and `FCPublish`, for encoders that wait for a response. */
export function emptyAnswer(transactionId: number): Buffer {
  return encodeCommand(['_result', transactionId, null, null])
}

/** The response to `createStream` (section 7.2.1.3). */
export function createStreamAnswer(transactionId: number): Buffer {
  return encodeCommand(['_result', transactionId, null, messageStreamId])
}

/**
 * Stream Begin (section 7.1.7), followed by the status that allows the encoder to send media (section
 * 7.2.2.6).
 */
export function publishStarted(): Buffer {
  const streamBegin = Buffer.concat([Buffer.of(0, 0), uint32(messageStreamId)])
  return Buffer.concat([
    encodeMessage(messageTypes.userControl, streamBegin),
    encodeStatus('status', 'NetStream.Publish.Start', 'Publishing started.'),
  ])
}

/** Confirms to the encoder that the stream has ended at its request. */
export function unpublishedStatus(): Buffer {
  return encodeStatus('status', 'NetStream.Unpublish.Success', 'Publishing ended.')
}

/** Error codes. For `Denied` and `Failed`, OBS closes the connection and logs the text. */
export type StatusErrorCode =
  | 'NetStream.Publish.BadName'
  | 'NetStream.Publish.Denied'
  | 'NetStream.Play.Failed'
  | 'NetStream.Failed'

/** An `onStatus` message with an error that the encoder shows or logs (section 7.2.2). */
export function errorStatus(code: StatusErrorCode, description: string): Buffer {
  return encodeStatus('error', code, description.slice(0, maxDescriptionLength))
}

/** Acknowledgement (section 5.4.3). The number of received bytes wraps around at 32 bits. */
export function acknowledgement(receivedBytes: number): Buffer {
  return encodeMessage(messageTypes.acknowledgement, uint32(receivedBytes % 2 ** 32))
}

/** The response to a ping request (section 7.1.7), with the timestamp of the request. */
export function pingResponse(timestamp: number): Buffer {
  return encodeMessage(messageTypes.userControl, Buffer.concat([Buffer.of(0, 7), uint32(timestamp)]))
}

function encodeStatus(level: 'status' | 'error', code: string, description: string): Buffer {
  return encodeCommand(['onStatus', 0, null, { level, code, description }], messageStreamId)
}

function encodeCommand(values: Parameters<typeof encodeAmf0>[0], streamId = 0): Buffer {
  return encodeMessage(messageTypes.commandAmf0, encodeAmf0(values), streamId)
}

/** Encodes a message as one chunk with a type 0 header (sections 5.3.1.1 and 5.3.1.2.1) and timestamp 0. */
function encodeMessage(type: number, body: Buffer, streamId = 0): Buffer {
  const protocolControlChunkStream = 2
  const commandChunkStream = 3
  const header = Buffer.alloc(12)
  header[0] = type === messageTypes.commandAmf0 ? commandChunkStream : protocolControlChunkStream
  header.writeUIntBE(body.length, 4, 3)
  header[7] = type
  header.writeUInt32LE(streamId, 8)
  return Buffer.concat([header, body])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
