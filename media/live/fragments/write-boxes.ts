import type { Sample } from './fragment-samples.ts'

/** The samples of one track in a part. */
export type TrackRun = { trackId: number; samples: readonly Sample[] }

/** Writes an MP4 box (ISO 14496-12 §4.2). */
export function mp4Box(type: string, ...contents: Buffer[]): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(8 + contents.reduce((sum, { length }) => sum + length, 0))
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, ...contents])
}

/**
 * Writes a part as one movie fragment: `moof` and `mdat` (ISO 14496-12 §8.8). `number` is the sequence number
 * of the fragment, which increases with every part.
 */
export function writeFragment(number: number, runs: readonly TrackRun[]): Buffer {
  const used = runs.filter(({ samples }) => samples.length > 0)
  const build = (offsets: readonly number[]) =>
    mp4Box(
      'moof',
      mp4Box('mfhd', uint32s(0, number)),
      ...used.map((run, at) => writeTraf(run, offsets[at] ?? 0)),
    )
  const moofLength = build([]).length
  let offset = moofLength + 8
  const offsets = used.map(({ samples }) => {
    const start = offset
    offset += samples.reduce((sum, { bytes }) => sum + bytes.length, 0)
    return start
  })
  const data = used.flatMap(({ samples }) => samples.map(({ bytes }) => bytes))
  return Buffer.concat([build(offsets), mp4Box('mdat', ...data)])
}

const defaultBaseIsMoof = 0x020000
// The data offset, and the duration, size, flags and composition offset of each sample. Composition offsets
// are signed in version 1.
const trunFlags = 0x01000000 | 0x1 | 0x100 | 0x200 | 0x400 | 0x800

function writeTraf({ trackId, samples }: TrackRun, dataOffset: number) {
  const decodeTime = Buffer.alloc(8)
  decodeTime.writeBigUInt64BE(BigInt(samples[0]!.decodeTime))
  const entries = samples.flatMap((sample) => [
    sample.duration,
    sample.bytes.length,
    sample.isKeyframe ? keyframeFlags : otherFrameFlags,
    sample.compositionOffset,
  ])
  return mp4Box(
    'traf',
    mp4Box('tfhd', uint32s(defaultBaseIsMoof, trackId)),
    mp4Box('tfdt', uint32s(0x01000000), decodeTime),
    mp4Box('trun', uint32s(trunFlags, samples.length, dataOffset, ...entries)),
  )
}

// The sample flags (ISO 14496-12 §8.8.3.1): a keyframe does not depend on other samples; any other frame
// does, and is not a sync sample.
const keyframeFlags = 0x02000000
const otherFrameFlags = 0x01010000

function uint32s(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  values.forEach((value, at) => bytes.writeUInt32BE(value >>> 0, 4 * at))
  return bytes
}
