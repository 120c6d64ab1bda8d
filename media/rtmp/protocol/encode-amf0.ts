import { amf0Markers } from './amf0-values.ts'

type Encodable = number | boolean | string | null | { readonly [key: string]: number | boolean | string }

/**
 * Encodes values as AMF0 (AMF0, section 2). Strings and keys can be at most 65,535 bytes long. `objectMarker`
 * says whether objects are encoded as objects or as ECMA arrays, which FLV metadata uses.
 */
export function encodeAmf0(
  values: readonly Encodable[],
  objectMarker: 'object' | 'ecmaArray' = 'object',
): Buffer {
  return Buffer.concat(values.map((value) => encodeValue(value, objectMarker)))
}

function encodeValue(value: Encodable, objectMarker: 'object' | 'ecmaArray'): Buffer {
  if (value === null) return Buffer.from([amf0Markers.null])
  if (typeof value === 'boolean') return Buffer.from([amf0Markers.boolean, value ? 1 : 0])
  if (typeof value === 'string') return Buffer.concat([Buffer.from([amf0Markers.string]), encodeText(value)])
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9)
    bytes.writeDoubleBE(value, 1)
    return bytes
  }
  const entries = Object.entries(value)
  const start = Buffer.from([amf0Markers[objectMarker]])
  const count = Buffer.alloc(objectMarker === 'ecmaArray' ? 4 : 0)
  if (count.length > 0) count.writeUInt32BE(entries.length)
  const body = entries.flatMap(([key, field]) => [encodeText(key), encodeValue(field, objectMarker)])
  return Buffer.concat([start, count, ...body, Buffer.from([0, 0, amf0Markers.objectEnd])])
}

function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}
