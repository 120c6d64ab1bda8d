import { LiveSourceRejectedError } from '../live-source-rejection.ts'
import { findElement, iterateElements, readElementHeader, readUint } from './ebml.ts'
import { matroskaIds as ids } from './matroska-ids.ts'
import {
  maxFrameBytes,
  maxHeaderBytes,
  type SourceFrame,
  type SourceReader,
  type SourceTracks,
} from './source-reader.ts'

const containers = new Set([ids.segment, ids.cluster, ids.blockGroup])
const readWhole = new Set([ids.ebml, ids.info, ids.tracks, ids.timestamp])
const blocks = new Set([ids.block, ids.simpleBlock])
const blockHeaderBytes = 12
const maxTracks = 8

/** Reads append-only Matroska or WebM, whose clusters can have an unknown size. */
export class MatroskaReader implements SourceReader {
  tracks: SourceTracks | undefined
  #waiting: Buffer = Buffer.alloc(0)
  #header: Buffer[] = []
  #headerLength = 0
  #skip = 0
  #offset = 0
  #isStarted = false
  #clusterOffset = 0
  #clusterTime = 0
  #timestampScale = 1_000_000
  #kinds = new Map<number, 'video' | 'audio'>()
  #hasAudio = false
  #pixels: number | undefined

  readonly #resumeOffset: number | undefined

  /** `resumeOffset` is the offset of the first cluster if the source is read from the middle. */
  constructor(resumeOffset?: number) {
    this.#resumeOffset = resumeOffset
  }

  read(bytes: Buffer): SourceFrame[] {
    const frames: SourceFrame[] = []
    this.#waiting = this.#waiting.length > 0 ? Buffer.concat([this.#waiting, bytes]) : bytes
    while (this.#waiting.length > 0) {
      if (this.#skip > 0) this.#consume(Math.min(this.#skip, this.#waiting.length), true)
      else if (!this.#readElement(frames)) break
    }
    return frames
  }

  /** Whether the bytes that were read end between two elements. */
  get isBetweenElements(): boolean {
    return this.#waiting.length === 0 && this.#skip === 0
  }

  /** Reads one element. Returns false if more bytes are needed. */
  #readElement(frames: SourceFrame[]): boolean {
    const element = readElementHeader(this.#waiting)
    if (element === undefined) return false
    if (!this.#isStarted && element.id !== ids.ebml) throw unreadable('not a Matroska file')
    if (element.id < 0) throw unreadable('an invalid element')
    this.#isStarted = true
    const { id, size, headerLength } = element
    if (id === ids.cluster) this.#startCluster()
    if (containers.has(id)) return this.#consume(headerLength)
    if (size === undefined) throw unreadable(`an element ${id.toString(16)} of unknown size`)
    if (!this.tracks && this.#headerLength + size > maxHeaderBytes) throw unreadable('the header is too long')
    if (size > maxFrameBytes) throw unreadable('an element is too large')
    if (blocks.has(id)) {
      if (this.#waiting.length < headerLength + Math.min(size, blockHeaderBytes)) return false
      this.#readBlock(this.#waiting.subarray(headerLength, headerLength + size), id, frames)
    } else if (readWhole.has(id)) {
      if (size > maxHeaderBytes) throw unreadable('an element is too large')
      if (this.#waiting.length < headerLength + size) return false
      this.#readContent(id, this.#waiting.subarray(headerLength, headerLength + size))
    }
    this.#skip = headerLength + size
    return true
  }

  #consume(length: number, isSkipped = false): boolean {
    if (!this.tracks) {
      this.#header.push(this.#waiting.subarray(0, length))
      this.#headerLength += length
      if (this.#headerLength > maxHeaderBytes) throw unreadable('the header is too long')
    }
    this.#waiting = this.#waiting.subarray(length)
    this.#offset += length
    if (isSkipped) this.#skip -= length
    return true
  }

  #startCluster() {
    if (!this.tracks) {
      if (this.#kinds.size === 0) throw new LiveSourceRejectedError('no_video', 'no tracks')
      this.tracks = {
        header: Buffer.concat(this.#header),
        hasAudio: this.#hasAudio,
        pixels: this.#pixels,
      }
      this.#header = []
      // The bytes after the header come from the middle of the source.
      this.#offset = this.#resumeOffset ?? this.#offset
    }
    this.#clusterOffset = this.#offset
  }

  #readContent(id: number, content: Buffer) {
    if (id === ids.timestamp) this.#clusterTime = readUint(content)
    if (id === ids.info) {
      const scale = findElement(content, ids.timestampScale)
      if (scale) this.#timestampScale = readUint(scale)
    }
    if (id === ids.tracks && !this.tracks) this.#readTracks(content)
  }

  #readTracks(content: Buffer) {
    const entries = [...iterateElements(content)].filter(({ id }) => id === ids.trackEntry)
    if (entries.length > maxTracks) throw unreadable('too many tracks')
    for (const { content: entry } of entries) {
      const uint = (id: number, parent = entry) => readUint(findElement(parent, id) ?? Buffer.alloc(0))
      const type = uint(ids.trackType)
      const kind = type === 1 ? 'video' : type === 2 ? 'audio' : undefined
      if (!kind || [...this.#kinds.values()].includes(kind)) continue
      if (findElement(entry, ids.contentEncodings)) throw unreadable('a compressed track')
      checkCodec(kind, (findElement(entry, ids.codecId) ?? '').toString('latin1'))
      this.#kinds.set(uint(ids.trackNumber), kind)
      if (kind === 'audio') this.#hasAudio = true
      const video = findElement(entry, ids.video)
      if (video) this.#pixels = uint(ids.pixelWidth, video) * uint(ids.pixelHeight, video)
    }
    if (![...this.#kinds.values()].includes('video'))
      throw new LiveSourceRejectedError('no_video', 'no video track')
  }

  #readBlock(block: Buffer, id: number, frames: SourceFrame[]) {
    if (!this.tracks) throw unreadable('a frame outside a cluster')
    const length = block[0]! >= 0x80 ? 1 : block[0]! >= 0x40 ? 2 : 0
    if (length === 0 || block.length < length + 3) throw unreadable('a damaged frame')
    const kind = this.#kinds.get(length === 1 ? block[0]! & 0x7f : block.readUInt16BE(0) & 0x3fff)
    if (!kind) return
    const ticks = this.#clusterTime + block.readInt16BE(length)
    const time = (ticks * this.#timestampScale) / 1e9
    const isKeyframe = id === ids.simpleBlock && (block[length + 2]! & 0x80) !== 0
    frames.push({ kind, time, isKeyframe, offset: this.#clusterOffset })
  }
}

const supportedCodecs = { video: /^V_MPEG4\/ISO\/AVC$/, audio: /^A_(OPUS|AAC)/ }

function checkCodec(kind: 'video' | 'audio', codecId: string) {
  if (supportedCodecs[kind].test(codecId)) return
  const codec = codecId
    .replace(/^[VA]_/, '')
    .replace(/[^\w /.-]/g, '')
    .slice(0, 32)
  throw new LiveSourceRejectedError('codec', codec, { codec })
}

function unreadable(detail: string) {
  return new LiveSourceRejectedError('unreadable', detail)
}
