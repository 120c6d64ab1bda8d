import { flvTagTypes, readFlvTags, setFlvTagTime } from './flv-tags.ts'
import type { FlvPiece } from './flv-piece-builder.ts'

/** The time in milliseconds between the last frame before an interruption and the first frame after it. */
const gapMs = 100

/**
 * Continues an FLV file after the encoder has reconnected and started a new file. `first` is the first piece
 * of the old file, and `latest` contains its last pieces, about a second in total. Returns a function that
 * converts the pieces of the new connection to the next bytes of the old file: it removes the new header and
 * shifts the timestamps so that they follow the last ones. The length of the interruption is not part of the
 * timeline. The function returns null if the decoder configurations differ from those in `first`, because the
 * joined file could not be decoded.
 */
export function continueFlv(first: Buffer, latest: readonly Buffer[]): (piece: FlvPiece) => Buffer | null {
  const configs = readConfigs(first)
  const times = latest.flatMap((bytes) => [...readFlvTags(bytes)].map(({ timeMs }) => timeMs))
  const shiftMs = Math.max(...times, 0) + gapMs
  return ({ bytes, headerLength }) => {
    if (headerLength > 0 && !areEqual(configs, readConfigs(bytes))) return null
    const frames = Buffer.from(bytes.subarray(headerLength))
    for (const { offset, timeMs } of readFlvTags(frames)) setFlvTagTime(frames, offset, timeMs + shiftMs)
    return frames
  }
}

/** Returns the decoder configurations of all tracks: the AVC and AAC packets of type 0. */
function readConfigs(bytes: Buffer): Buffer[] {
  return [...readFlvTags(bytes)]
    .filter(({ type, body }) => type !== flvTagTypes.script && body[1] === 0)
    .map(({ body }) => body)
}

function areEqual(some: readonly Buffer[], others: readonly Buffer[]): boolean {
  return some.length === others.length && some.every((one, n) => one.equals(others[n]!))
}
