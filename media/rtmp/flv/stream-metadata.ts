import { decodeAmf0 } from '../protocol/decode-amf0.ts'
import { encodeAmf0 } from '../protocol/encode-amf0.ts'

/** The fields of `onMetaData` that describe the stream (FLV 10.1, annex E.5). All are numbers. */
const keptFields = [
  'width',
  'height',
  'framerate',
  'videocodecid',
  'videodatarate',
  'audiocodecid',
  'audiodatarate',
  'audiosamplerate',
  'audiosamplesize',
] as const

export type StreamMetadata = { [field: string]: number }

/**
 * Reads the metadata of a data message: `@setDataFrame`, `onMetaData` and an object, or only the last two.
 * Returns null for other data messages. Other fields are dropped, because they name the broadcaster's
 * software or could make ffmpeg seek.
 */
export function readStreamMetadata(body: Buffer): StreamMetadata | null {
  const values = decodeAmf0(body)
  if (values[0] === '@setDataFrame') values.shift()
  const [name, fields] = values
  if (name !== 'onMetaData' || !(fields instanceof Map)) return null
  const metadata: StreamMetadata = {}
  for (const field of keptFields) {
    const value = fields.get(field)
    if (typeof value === 'number' && Number.isFinite(value) && value >= 0) metadata[field] = value
  }
  return metadata
}

/** Encodes the metadata as the body of an FLV script tag (annex E.4.4). */
export function encodeStreamMetadata(metadata: StreamMetadata): Buffer {
  return encodeAmf0(['onMetaData', metadata], 'ecmaArray')
}
