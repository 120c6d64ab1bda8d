/** Tag types (FLV 10.1, annex E.4.1). */
export const flvTagTypes = { audio: 8, video: 9, script: 18 } as const

/** The FLV header and the first `PreviousTagSize` (FLV 10.1, annexes E.2 and E.3). */
export function flvFileHeader({ hasAudio }: { hasAudio: boolean }): Buffer {
  const hasVideo = 1
  return Buffer.from([0x46, 0x4c, 0x56, 1, (hasAudio ? 4 : 0) | hasVideo, 0, 0, 0, 9, 0, 0, 0, 0])
}

/** Encodes one FLV tag and the `PreviousTagSize` after it (annex E.4.1). The timestamp is in milliseconds. */
export function flvTag(type: number, timestampMs: number, body: Buffer): Buffer {
  const headerLength = 11
  const tag = Buffer.alloc(headerLength + body.length + 4)
  tag[0] = type
  tag.writeUIntBE(body.length, 1, 3)
  setFlvTagTime(tag, 0, timestampMs)
  body.copy(tag, headerLength)
  tag.writeUInt32BE(headerLength + body.length, headerLength + body.length)
  return tag
}

type FlvTag = {
  type: number
  /** Where the tag starts in the given bytes. */
  offset: number
  timeMs: number
  body: Buffer
}

/**
 * Yields the complete FLV tags in the bytes. Skips an FLV header at the start, and ignores an incomplete tag
 * at the end.
 */
export function* readFlvTags(bytes: Buffer): Generator<FlvTag> {
  const fileHeaderLength = 13
  let offset = bytes.toString('latin1', 0, 3) === 'FLV' ? fileHeaderLength : 0
  while (offset + 11 <= bytes.length) {
    const end = offset + 11 + bytes.readUIntBE(offset + 1, 3)
    if (end > bytes.length) return
    const timeMs = bytes.readUIntBE(offset + 4, 3) + bytes[offset + 7]! * 0x1_00_00_00
    yield { type: bytes[offset]!, offset, timeMs, body: bytes.subarray(offset + 11, end) }
    offset = end + 4
  }
}

/** Changes the timestamp of the tag that starts at `offset`. The timestamp is in milliseconds. */
export function setFlvTagTime(bytes: Buffer, offset: number, timeMs: number): void {
  bytes.writeUIntBE(timeMs & 0xff_ff_ff, offset + 4, 3)
  bytes[offset + 7] = (timeMs >>> 24) & 0xff
}
