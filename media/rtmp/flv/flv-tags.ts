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
  tag.writeUIntBE(timestampMs & 0xff_ff_ff, 4, 3)
  tag[7] = (timestampMs >>> 24) & 0xff
  body.copy(tag, headerLength)
  tag.writeUInt32BE(headerLength + body.length, headerLength + body.length)
  return tag
}
