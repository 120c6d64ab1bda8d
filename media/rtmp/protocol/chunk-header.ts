/** One chunk header. Fields that this type of header does not contain are null. */
export type ChunkHeader = {
  /** The chunk type (`fmt`), 0 to 3. */
  format: number
  chunkStreamId: number
  /** The absolute timestamp (type 0) or the timestamp delta (types 1 and 2). */
  timestamp: number | null
  messageLength: number | null
  messageType: number | null
  isExtended: boolean
  /** The position after the header. */
  end: number
}

/**
 * Reads the basic header, the message header and the extended timestamp of a chunk (RTMP 1.0, section 5.3.1).
 * Returns null if the header is not complete yet. `hasExtendedTimestamp` says whether the previous header of
 * a chunk stream had an extended timestamp, in which case a type 3 header has one too.
 */
export function readChunkHeader(
  data: Buffer,
  start: number,
  hasExtendedTimestamp: (chunkStreamId: number) => boolean,
): ChunkHeader | null {
  const format = data[start]! >> 6
  const basicLength = [2, 3][data[start]! & 63] ?? 1
  const headerLength = basicLength + messageHeaderLengths[format]!
  if (start + headerLength > data.length) return null
  const chunkStreamId = readChunkStreamId(data, start)
  const at = start + basicLength
  const shortTimestamp = format < 3 ? data.readUIntBE(at, 3) : null
  const isExtended =
    shortTimestamp === null ? hasExtendedTimestamp(chunkStreamId) : shortTimestamp === 0xff_ff_ff
  const end = start + headerLength + (isExtended ? 4 : 0)
  if (end > data.length) return null
  return {
    format,
    chunkStreamId,
    timestamp: isExtended && format < 3 ? data.readUInt32BE(end - 4) : shortTimestamp,
    messageLength: format < 2 ? data.readUIntBE(at + 3, 3) : null,
    messageType: format < 2 ? data[at + 6]! : null,
    isExtended,
    end,
  }
}

/** The lengths of the message headers of chunk types 0 to 3 (sections 5.3.1.2.1 to 5.3.1.2.4). */
const messageHeaderLengths = [11, 7, 3, 0]

function readChunkStreamId(data: Buffer, start: number): number {
  const id = data[start]! & 63
  if (id === 0) return 64 + data[start + 1]!
  if (id === 1) return 64 + data[start + 1]! + data[start + 2]! * 256
  return id
}
