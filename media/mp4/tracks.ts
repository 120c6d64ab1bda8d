import { iterateBoxes, findMp4Boxes } from './boxes.ts'

/** A track as the init segment describes it. */
export type Mp4Track = {
  id: number
  kind: 'video' | 'audio'
  /** The codec for a CODECS attribute (RFC 6381): `avc1.64001f`, `av01.0.08M.08`, `mp4a.40.2`. */
  codec: string
  /** The number of ticks per second. */
  timescale: number
  width: number
  height: number
  /** The default duration of a sample in ticks, for fragments that do not specify one. */
  sampleDuration: number
}

/**
 * The frames of one media segment: their number, their duration in ticks, and whether the first frame can be
 * decoded without other frames.
 */
export type FragmentSummary = { frames: number; ticks: number; startsWithKey: boolean }

/** Reads the tracks from the `moov` box of a fragmented MP4. */
export function readMp4Tracks(moov: Buffer): Mp4Track[] {
  const defaults = new Map(
    findMp4Boxes(moov, 'mvex/trex').map((trex) => [trex.readUInt32BE(4), trex.readUInt32BE(12)]),
  )
  return findMp4Boxes(moov, 'trak').flatMap((trak) => {
    const track = readTrack(trak)
    return track ? [{ ...track, sampleDuration: defaults.get(track.id) ?? 0 }] : []
  })
}

function readTrack(trak: Buffer): Omit<Mp4Track, 'sampleDuration'> | null {
  const [tkhd] = findMp4Boxes(trak, 'tkhd')
  const [mdhd] = findMp4Boxes(trak, 'mdia/mdhd')
  const [avc1] = findMp4Boxes(trak, 'mdia/minf/stbl/stsd/avc1')
  const [avcC] = findMp4Boxes(trak, 'mdia/minf/stbl/stsd/avc1/avcC')
  const [av01] = findMp4Boxes(trak, 'mdia/minf/stbl/stsd/av01')
  const [av1C] = findMp4Boxes(trak, 'mdia/minf/stbl/stsd/av01/av1C')
  const [esds] = findMp4Boxes(trak, 'mdia/minf/stbl/stsd/mp4a/esds')
  if (!tkhd || !mdhd) return null
  // Version 1 of `tkhd` and `mdhd` starts with two 64-bit dates. Version 0 starts with two 32-bit dates.
  const id = tkhd.readUInt32BE(tkhd[0] === 1 ? 20 : 12)
  const timescale = mdhd.readUInt32BE(mdhd[0] === 1 ? 20 : 12)
  if (avc1 && avcC)
    return { id, kind: 'video', codec: `avc1.${avcC.toString('hex', 1, 4)}`, timescale, ...pictureSize(avc1) }
  if (av01 && av1C) return { id, kind: 'video', codec: av1Codec(av1C), timescale, ...pictureSize(av01) }
  return esds
    ? { id, kind: 'audio', codec: `mp4a.${audioObject(esds)}`, timescale, width: 0, height: 0 }
    : null
}

function pictureSize(sampleEntry: Buffer) {
  return { width: sampleEntry.readUInt16BE(24), height: sampleEntry.readUInt16BE(26) }
}

// "AV1 Codec ISO Media File Format Binding", sections 2.3 and 5: profile, level, tier and bit depth.
function av1Codec(av1C: Buffer) {
  const [profileAndLevel, flags] = [av1C.readUInt8(1), av1C.readUInt8(2)]
  const level = String(profileAndLevel & 0x1f).padStart(2, '0')
  const tier = flags & 0x80 ? 'H' : 'M'
  const bitDepth = flags & 0x40 ? (flags & 0x20 ? '12' : '10') : '08'
  return `av01.${profileAndLevel >> 5}.${level}${tier}.${bitDepth}`
}

// ISO 14496-1 descriptors consist of a tag, a length of up to four bytes, and fields. Tag 4 is the decoder
// config, and tag 5 is the decoder-specific info.
function audioObject(esds: Buffer) {
  const config = descriptor(esds.subarray(4 + headerLength(esds, 4) + 3), 4)
  const type = config[0] ?? 0x40
  const specific = descriptor(config.subarray(13), 5)
  return type === 0x40 ? `40.${(specific[0] ?? 0x10) >> 3}` : type.toString(16)
}

function descriptor(bytes: Buffer, tag: number) {
  return bytes[0] === tag ? bytes.subarray(headerLength(bytes, 0)) : Buffer.alloc(0)
}

function headerLength(bytes: Buffer, at: number) {
  let length = 2
  while (length < 5 && (bytes[at + length - 1] ?? 0) & 0x80) length++
  return length
}

/** Summarizes one track from the `moof` boxes of a segment. */
export function summarizeTrackFragments(moofs: readonly Buffer[], track: Mp4Track): FragmentSummary {
  const runs = moofs.flatMap((moof) => findMp4Boxes(moof, 'traf')).flatMap((traf) => readTraf(traf, track))
  return {
    frames: runs.reduce((sum, run) => sum + run.frames, 0),
    ticks: runs.reduce((sum, run) => sum + run.ticks, 0),
    startsWithKey: runs[0]?.startsWithKey ?? false,
  }
}

function readTraf(traf: Buffer, track: Mp4Track): FragmentSummary[] {
  const [tfhd] = findMp4Boxes(traf, 'tfhd')
  if (tfhd?.readUInt32BE(4) !== track.id) return []
  const fields = readOptionalFields(tfhd, 8, [
    [0x1, 8],
    [0x2, 4],
    [0x8, 4],
    [0x10, 4],
    [0x20, 4],
  ])
  const duration = fields.get(0x8) ?? track.sampleDuration
  return [...iterateBoxes(traf)]
    .filter((box) => box.type === 'trun')
    .map((box) => readTrun(box.body, duration, fields.get(0x20) ?? 0))
}

function readTrun(trun: Buffer, duration: number, flags: number): FragmentSummary {
  const frames = trun.readUInt32BE(4)
  const has = trun.readUInt32BE(0) & 0xffffff
  const head = readOptionalFields(trun, 8, [
    [0x1, 4],
    [0x4, 4],
  ])
  const start = 8 + 4 * head.size
  const width = 4 * [0x100, 0x200, 0x400, 0x800].filter((bit) => has & bit).length
  let ticks = has & 0x100 ? 0 : frames * duration
  if (has & 0x100) for (let i = 0; i < frames; i++) ticks += trun.readUInt32BE(start + i * width)
  const own =
    has & 0x400 ? trun.readUInt32BE(start + 4 * [0x100, 0x200].filter((bit) => has & bit).length) : flags
  const first = head.get(0x4) ?? own
  return { frames, ticks, startsWithKey: frames > 0 && (first & 0x10000) === 0 }
}

/**
 * Reads the optional fields that follow the header of a FullBox (ISO 14496-12). The box's flags say which
 * fields are present. Returns the first four bytes of every optional field that is present.
 */
export function readOptionalFields(
  box: Buffer,
  offset: number,
  fields: readonly (readonly [number, number])[],
): Map<number, number> {
  const has = box.readUInt32BE(0) & 0xffffff
  const values = new Map<number, number>()
  let at = offset
  for (const [flag, size] of fields) {
    if (!(has & flag)) continue
    values.set(flag, box.readUInt32BE(at))
    at += size
  }
  return values
}
