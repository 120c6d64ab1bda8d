import { findMp4Boxes, iterateBoxes } from '../../mp4/boxes.ts'
import { readOptionalFields, type Mp4Track } from '../../mp4/tracks.ts'

/** A frame of video or audio. All times are in ticks of the track. */
export type Sample = {
  decodeTime: number
  duration: number
  /** The presentation time minus the decode time. */
  compositionOffset: number
  isKeyframe: boolean
  bytes: Buffer
}

/**
 * Reads the samples of one track from a movie fragment (ISO 14496-12 §8.8). `moof` and `mdat` include their
 * box headers and follow each other in the stream. Offsets in the fragment must count from the start of
 * `moof` (`default-base-is-moof`).
 */
export function readFragmentSamples(moof: Buffer, mdat: Buffer, track: Mp4Track): Sample[] {
  return findMp4Boxes(moof, 'moof/traf').flatMap((traf) => readTraf(traf, moof.length, mdat, track))
}

function readTraf(traf: Buffer, moofLength: number, mdat: Buffer, track: Mp4Track): Sample[] {
  const [tfhd] = findMp4Boxes(traf, 'tfhd')
  const [tfdt] = findMp4Boxes(traf, 'tfdt')
  if (tfhd?.readUInt32BE(4) !== track.id || !tfdt) return []
  const defaults = readOptionalFields(tfhd, 8, [
    [0x1, 8],
    [0x2, 4],
    [0x8, 4],
    [0x10, 4],
    [0x20, 4],
  ])
  let decodeTime = tfdt[0] === 1 ? Number(tfdt.readBigUInt64BE(4)) : tfdt.readUInt32BE(4)
  const samples: Sample[] = []
  for (const { type, body } of iterateBoxes(traf)) {
    if (type !== 'trun') continue
    for (const sample of readTrun(body, defaults, moofLength, mdat, track)) {
      samples.push({ ...sample, decodeTime })
      decodeTime += sample.duration
    }
  }
  return samples
}

function* readTrun(
  trun: Buffer,
  defaults: Map<number, number>,
  moofLength: number,
  mdat: Buffer,
  track: Mp4Track,
): Generator<Omit<Sample, 'decodeTime'>> {
  const flags = trun.readUInt32BE(0) & 0xffffff
  const head = readOptionalFields(trun, 8, [
    [0x1, 4],
    [0x4, 4],
  ])
  let from = (head.get(0x1) ?? moofLength + 8) - moofLength
  let at = 8 + 4 * head.size
  const next = (flag: number) => (flags & flag ? trun.readUInt32BE((at += 4) - 4) : undefined)
  for (let n = trun.readUInt32BE(4), first = true; n > 0; n -= 1, first = false) {
    const duration = next(0x100) ?? defaults.get(0x8) ?? track.sampleDuration
    const size = next(0x200) ?? defaults.get(0x10) ?? 0
    const own = next(0x400)
    const offset = next(0x800) ?? 0
    const sampleFlags = (first ? head.get(0x4) : undefined) ?? own ?? defaults.get(0x20) ?? 0
    yield {
      duration,
      compositionOffset: offset | 0,
      isKeyframe: (sampleFlags & 0x10000) === 0,
      bytes: mdat.subarray(from, from + size),
    }
    from += size
  }
}
