import { findElement, iterateElements, readElementHeader, readUint } from './ebml.ts'
import { matroskaIds as ids } from './matroska-ids.ts'

/** The gap between the last frame before an interruption and the first frame after it, in milliseconds. */
export const continuationGapMs = 100

/**
 * Turns a chunk of a new Matroska stream into the next bytes of an earlier one: removes the header and the
 * index, and moves the timestamps of all clusters. The chunk has to consist of whole elements. Returns null if
 * it does not, or if the timestamps are not in milliseconds.
 */
export function continueMatroska(chunk: Buffer, shiftMs: number): Buffer | null {
  const kept: Buffer[] = []
  for (let rest = chunk; rest.length > 0;) {
    const element = readElementHeader(rest)
    if (!element || element.id < 0) return null
    const { id, size, headerLength } = element
    if (id === ids.segment || id === ids.cluster) {
      if (id === ids.cluster) kept.push(clusterStart)
      rest = rest.subarray(headerLength)
      continue
    }
    if (size === undefined || headerLength + size > rest.length) return null
    const content = rest.subarray(headerLength, headerLength + size)
    if (id === ids.info && readTimestampScale(content) !== defaultTimestampScale) return null
    if (id === ids.timestamp) kept.push(buildTimestamp(readUint(content) + shiftMs))
    else if (frames.has(id)) kept.push(rest.subarray(0, headerLength + size))
    rest = rest.subarray(headerLength + size)
  }
  // A chunk is never empty.
  return Buffer.concat(kept.length > 0 ? kept : [emptyElement])
}

/**
 * Describes the tracks of a Matroska header: two streams with equal descriptions can be decoded as one.
 * Returns null if the bytes contain no complete description of the tracks.
 */
export function describeMatroskaTracks(header: Buffer): string | null {
  for (let rest = header; rest.length > 0;) {
    const element = readElementHeader(rest)
    if (!element || element.id < 0 || element.id === ids.cluster) return null
    const { id, size, headerLength } = element
    if (id === ids.segment) {
      rest = rest.subarray(headerLength)
      continue
    }
    if (size === undefined || headerLength + size > rest.length) return null
    if (id === ids.tracks) return describeTracks(rest.subarray(headerLength, headerLength + size))
    rest = rest.subarray(headerLength + size)
  }
  return null
}

const frames = new Set([ids.simpleBlock, ids.blockGroup])
const defaultTimestampScale = 1_000_000
/** The start of a cluster of unknown size. */
const clusterStart = Buffer.from('1f43b67501ffffffffffffff', 'hex')
/** A Void element without content. */
const emptyElement = Buffer.from('ec80', 'hex')

function readTimestampScale(info: Buffer): number {
  const scale = findElement(info, ids.timestampScale)
  return scale ? readUint(scale) : defaultTimestampScale
}

function buildTimestamp(milliseconds: number): Buffer {
  const element = Buffer.from('e7880000000000000000', 'hex')
  element.writeBigUInt64BE(BigInt(milliseconds), 2)
  return element
}

/** What a decoder needs to know. Other elements, such as the language, may differ. */
const decoderIds = new Set([
  ids.trackNumber,
  ids.trackType,
  ids.codecId,
  ids.codecPrivate,
  ids.pixelWidth,
  ids.pixelHeight,
  ids.samplingFrequency,
  ids.channels,
])

function describeTracks(tracks: Buffer): string {
  const entries = [...iterateElements(tracks)].filter(({ id }) => id === ids.trackEntry)
  return entries
    .map(({ content }) => describeElements(content).toSorted().join(','))
    .toSorted()
    .join(';')
}

function describeElements(bytes: Buffer): string[] {
  return [...iterateElements(bytes)].flatMap(({ id, content }) => {
    if (id === ids.video || id === ids.audio) return describeElements(content)
    return decoderIds.has(id) ? [`${id.toString(16)}=${content.toString('hex').replace(/^(00)+/, '')}`] : []
  })
}
