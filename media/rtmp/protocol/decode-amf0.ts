import { RtmpError } from '../disconnect-reasons.ts'
import { amf0Markers, type Amf0Object, type Amf0Value } from './amf0-values.ts'

/** The maximum number of values in one message. Also limits how deeply values can be nested. */
const maxValues = 1000

/** Decodes consecutive AMF0 values (AMF0, section 2). Throws `RtmpError` if the bytes are not valid AMF0. */
export function decodeAmf0(bytes: Buffer): Amf0Value[] {
  const decoder = new Decoder(bytes)
  const values: Amf0Value[] = []
  while (!decoder.isAtEnd) values.push(decoder.readValue())
  return values
}

class Decoder {
  #at = 0
  #count = 0
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  readValue(): Amf0Value {
    this.#count += 1
    if (this.#count > maxValues) throw new RtmpError('malformed_message')
    const marker = this.#take(1)[0]!
    switch (marker) {
      case amf0Markers.number:
        return this.#take(8).readDoubleBE(0)
      case amf0Markers.boolean:
        return this.#take(1)[0] !== 0
      case amf0Markers.string:
        return this.#readString(this.#take(2).readUInt16BE(0))
      case amf0Markers.longString:
      case amf0Markers.xmlDocument:
        return this.#readString(this.#take(4).readUInt32BE(0))
      case amf0Markers.null:
        return null
      case amf0Markers.undefined:
        return undefined
      case amf0Markers.object:
        return this.#readObject()
      case amf0Markers.typedObject:
        this.#readString(this.#take(2).readUInt16BE(0))
        return this.#readObject()
      case amf0Markers.ecmaArray:
        // The number of entries is only a hint (section 2.10). The array ends at the end marker.
        this.#take(4)
        return this.#readObject()
      case amf0Markers.strictArray:
        return this.#readArray()
      case amf0Markers.date:
        // Milliseconds since 1970, followed by a time zone, which section 2.13 reserves for future use.
        return this.#take(10).readDoubleBE(0)
      default:
        throw new RtmpError('malformed_message')
    }
  }

  #readObject(): Amf0Object {
    const object: Amf0Object = new Map()
    for (;;) {
      const key = this.#readString(this.#take(2).readUInt16BE(0))
      if (key === '' && this.#bytes[this.#at] === amf0Markers.objectEnd) {
        this.#at += 1
        return object
      }
      object.set(key, this.readValue())
    }
  }

  #readArray(): Amf0Value[] {
    const values: Amf0Value[] = []
    for (let remaining = this.#take(4).readUInt32BE(0); remaining > 0; remaining -= 1)
      values.push(this.readValue())
    return values
  }

  #readString(length: number): string {
    return this.#take(length).toString('utf8')
  }

  #take(length: number): Buffer {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new RtmpError('malformed_message')
    const part = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return part
  }
}
