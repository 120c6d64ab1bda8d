import { LiveSourceRejectedError } from '../live-source-rejection.ts'
import {
  maxFrameBytes,
  maxHeaderBytes,
  type SourceFrame,
  type SourceReader,
  type SourceTracks,
} from './source-reader.ts'

const fileHeaderBytes = 13
const tagHeaderBytes = 11
const previousTagSizeBytes = 4
const audioTag = 8
const videoTag = 9
const scriptTag = 18
const formatHeaderBytes = 5

/** Reads FLV (Adobe Flash Video File Format Specification 10.1, annex E) with H.264 and AAC. */
export class FlvReader implements SourceReader {
  tracks: SourceTracks | undefined
  #waiting: Buffer = Buffer.alloc(0)
  #offset = 0
  #skip = 0
  #bytesBeforeMedia = 0
  #hasFileHeader = false
  #header: Buffer[] = []
  #videoConfig: Buffer | undefined
  #audioConfig: Buffer | undefined
  readonly #resumeOffset: number | undefined

  /** `resumeOffset` is the offset of the first frame if the source is read from the middle. */
  constructor(resumeOffset?: number) {
    this.#resumeOffset = resumeOffset
  }

  read(bytes: Buffer): SourceFrame[] {
    const frames: SourceFrame[] = []
    this.#waiting = this.#waiting.length > 0 ? Buffer.concat([this.#waiting, bytes]) : bytes
    while (this.#waiting.length > 0) {
      if (this.#skip > 0) this.#skip -= this.#consume(Math.min(this.#skip, this.#waiting.length))
      else if (!(this.#hasFileHeader ? this.#readTag(frames) : this.#readFileHeader())) break
    }
    return frames
  }

  #consume(length: number): number {
    this.#waiting = this.#waiting.subarray(length)
    this.#offset += length
    if (!this.tracks && (this.#bytesBeforeMedia += length) > maxHeaderBytes)
      throw unreadable('the header is too long')
    return length
  }

  #readFileHeader(): boolean {
    if (this.#waiting.length < fileHeaderBytes) return false
    const header = this.#waiting.subarray(0, fileHeaderBytes)
    if (header.toString('latin1', 0, 3) !== 'FLV' || header.readUInt32BE(5) !== 9)
      throw unreadable('not an FLV file')
    this.#hasFileHeader = true
    this.#header.push(header)
    this.#consume(fileHeaderBytes)
    return true
  }

  /** Reads one tag. Returns false if more bytes are needed. */
  #readTag(frames: SourceFrame[]): boolean {
    if (this.#waiting.length < tagHeaderBytes) return false
    const type = this.#waiting[0]!
    const size = this.#waiting.readUIntBE(1, 3)
    if (![audioTag, videoTag, scriptTag].includes(type) || size > maxFrameBytes)
      throw unreadable('a damaged tag')
    const length = tagHeaderBytes + size + previousTagSizeBytes
    const needed = tagHeaderBytes + Math.min(size, formatHeaderBytes)
    if (this.#waiting.length < needed) return false
    const format = this.#waiting.subarray(tagHeaderBytes, needed)
    if (type !== scriptTag && size > 1) checkCodec(type, format)
    if (type !== scriptTag && format[1] !== 0) this.#addFrame(type, format, frames)
    else if (type !== scriptTag || !this.tracks) {
      if (length > maxHeaderBytes) throw unreadable('the header is too long')
      if (this.#waiting.length < length) return false
      this.#readHeaderTag(type, Buffer.from(this.#waiting.subarray(0, length)))
    }
    this.#skip = length
    return true
  }

  #readHeaderTag(type: number, tag: Buffer) {
    if (!this.tracks) this.#header.push(tag)
    if (type !== scriptTag) this.#readConfig(type, tag)
  }

  #readConfig(type: number, tag: Buffer) {
    const known = type === videoTag ? this.#videoConfig : this.#audioConfig
    const content = tag.subarray(tagHeaderBytes, -previousTagSizeBytes)
    if (known && !known.subarray(tagHeaderBytes, -previousTagSizeBytes).equals(content))
      throw new LiveSourceRejectedError('format_changed', 'another decoder configuration')
    if (type === videoTag) this.#videoConfig = tag
    else this.#audioConfig = tag
  }

  #addFrame(type: number, format: Buffer, frames: SourceFrame[]) {
    const isKeyframe = type === videoTag && format[0]! >> 4 === 1
    if (format.length < 2 || (type === videoTag && format[1] !== 1)) return
    if (!this.tracks && isKeyframe) this.#startMedia()
    if (!this.tracks) return
    const milliseconds = this.#waiting.readUIntBE(4, 3) + this.#waiting[7]! * 0x1000000
    const composition = type === videoTag && format.length >= 5 ? format.readIntBE(2, 3) : 0
    const kind = type === videoTag ? 'video' : 'audio'
    frames.push({ kind, time: (milliseconds + composition) / 1000, isKeyframe, offset: this.#offset })
  }

  #startMedia() {
    if (!this.#videoConfig) throw new LiveSourceRejectedError('no_video', 'no decoder configuration')
    this.tracks = {
      // Frames before the first keyframe are not part of the header.
      header: Buffer.concat(this.#header),
      hasAudio: this.#audioConfig !== undefined,
      pixels: undefined,
    }
    this.#header = []
    this.#offset = this.#resumeOffset ?? this.#offset
  }
}

const videoCodecs: { [id: number]: string } = {
  2: 'H.263',
  3: 'Screen Video',
  4: 'VP6',
  5: 'VP6',
  12: 'HEVC',
}
const audioCodecs: { [id: number]: string } = { 0: 'PCM', 1: 'ADPCM', 2: 'MP3', 5: 'Nellymoser', 11: 'Speex' }

/** Enhanced RTMP sets the highest bit of a video tag and specifies the codec as a FourCC. */
function checkCodec(type: number, format: Buffer) {
  const isVideo = type === videoTag
  const id = isVideo ? format[0]! & 0x0f : format[0]! >> 4
  const isEnhanced = isVideo ? (format[0]! & 0x80) !== 0 : id === 9
  if (!isEnhanced && id === (isVideo ? 7 : 10)) return
  const fourCc = format.toString('latin1', 1, 5).replace(/\W/g, '')
  const codec = isEnhanced ? fourCc : ((isVideo ? videoCodecs : audioCodecs)[id] ?? `codec ${id}`)
  throw new LiveSourceRejectedError('codec', codec, { codec })
}

function unreadable(detail: string) {
  return new LiveSourceRejectedError('unreadable', detail)
}
