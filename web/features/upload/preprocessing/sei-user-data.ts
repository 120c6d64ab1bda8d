/**
 * Describes how a codec stores the type of a NAL unit, and which types contain camera metadata (SEI in H.264
 * and H.265).
 */
const nalFormats = {
  avc: { header: 1, typeOf: (first: number) => first & 0x1f, sei: [6] },
  hevc: { header: 2, typeOf: (first: number) => (first >> 1) & 0x3f, sei: [39, 40] },
}
export type NalCodec = keyof typeof nalFormats

/**
 * The SEI payload types of registered and unregistered user data (ITU-T H.274), which can contain the
 * recording location, the device, and the settings of the camera or encoder. SEI messages of other types
 * describe how to display the picture, so these messages are kept.
 */
const userDataMessageTypes = [4, 5]

/**
 * Removes the user data that cameras and encoders embed in a frame. In a frame, each NAL unit is preceded by
 * its length. The length is stored in `lengthBytes` bytes. Returns `frame` itself if the frame contains no
 * user data.
 */
export function stripSeiUserData(frame: Uint8Array, kind: NalCodec, lengthBytes: number): Uint8Array {
  const kept: Uint8Array[] = []
  let changed = false
  for (const unit of readNalUnits(frame, lengthBytes)) {
    const clean = stripNalUnit(unit, kind)
    if (clean !== unit) changed = true
    if (clean) kept.push(encodeLength(clean, lengthBytes), clean)
  }
  return changed ? concatBytes(kept) : frame
}

/**
 * Reads an `avcC` or `hvcC` box and returns the size of the length field that precedes each NAL unit, in
 * bytes.
 */
export function readNalLengthSize(description: Uint8Array, kind: NalCodec): number {
  return ((description[kind === 'avc' ? 4 : 21] ?? 3) & 3) + 1
}

/**
 * An `hvcC` box can contain SEI messages (x265 stores its settings in them). An `avcC` box cannot contain SEI
 * messages.
 */
export function stripSeiUserDataFromCodecConfig(description: Uint8Array, kind: NalCodec): Uint8Array {
  if (kind === 'avc' || description.length < 23) return description
  const kept: Uint8Array[] = [description.slice(0, 23)]
  let [at, arrays] = [23, 0]
  for (let left = description[22]!; left > 0; left--) {
    const start = at
    const type = description[at]! & 0x3f
    let units = readUint(description, at + 1, 2)
    for (at += 3; units > 0; units--) at += 2 + readUint(description, at, 2)
    if (nalFormats.hevc.sei.includes(type)) continue
    kept.push(description.subarray(start, at))
    arrays += 1
  }
  kept[0]![22] = arrays
  return concatBytes(kept)
}

function* readNalUnits(frame: Uint8Array, lengthBytes: number) {
  for (let at = 0; at + lengthBytes <= frame.length;) {
    const end = at + lengthBytes + readUint(frame, at, lengthBytes)
    if (end > frame.length) throw new Error('a unit ends after its frame')
    yield frame.subarray(at + lengthBytes, end)
    at = end
  }
}

/**
 * Removes the user data from a NAL unit. Returns the NAL unit unchanged if it contains no user data. Returns
 * null if the NAL unit contains only user data.
 */
function stripNalUnit(unit: Uint8Array, kind: NalCodec): Uint8Array | null {
  const { header, typeOf, sei } = nalFormats[kind]
  if (!sei.includes(typeOf(unit[0] ?? 0))) return unit
  const messages = [...readSeiMessages(removeEmulationPrevention(unit.subarray(header)))]
  const kept = messages.filter(({ type }) => !userDataMessageTypes.includes(type))
  if (kept.length === messages.length) return unit
  if (kept.length === 0) return null
  const bytes = concatBytes([...kept.map(({ bytes: message }) => message), Uint8Array.of(0x80)])
  return concatBytes([unit.subarray(0, header), addEmulationPrevention(bytes)])
}

/**
 * Parses the messages in an SEI payload (H.264 7.3.2.3.1). The type and the size of an SEI message are each
 * stored as a series of bytes that must be added up. In each series, all bytes except the last have the value
 * 255.
 */
function* readSeiMessages(payload: Uint8Array) {
  // Zeros can follow the stop bit at the end of an SEI payload.
  const end = payload.findLastIndex((byte) => byte !== 0)
  for (let at = 0; at < end;) {
    const start = at
    const [type, afterType] = readSeiVarint(payload, at)
    const [size, afterSize] = readSeiVarint(payload, afterType)
    at = afterSize + size
    if (at > payload.length) throw new Error('a message ends after its unit')
    yield { type, bytes: payload.subarray(start, at) }
  }
}

function readSeiVarint(payload: Uint8Array, from: number): [value: number, after: number] {
  let [value, at] = [0, from]
  for (; payload[at] === 255; at++) value += 255
  return [value + (payload[at] ?? 0), at + 1]
}

/**
 * Removes the emulation prevention bytes. Encoders insert an emulation prevention byte (with the value 3)
 * where two zero bytes and the next byte would form a start code.
 */
function removeEmulationPrevention(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, i) => !(byte === 3 && bytes[i - 1] === 0 && bytes[i - 2] === 0))
}

function addEmulationPrevention(bytes: Uint8Array): Uint8Array {
  const out: number[] = []
  let zeros = 0
  for (const byte of bytes) {
    if (zeros >= 2 && byte <= 3) {
      out.push(3)
      zeros = 0
    }
    out.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Uint8Array.from(out)
}

function readUint(bytes: Uint8Array, at: number, size: number): number {
  let value = 0
  for (let i = 0; i < size; i++) value = value * 256 + (bytes[at + i] ?? 0)
  return value
}

function encodeLength(unit: Uint8Array, size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, i) => (unit.length / 256 ** (size - 1 - i)) & 255)
}

function concatBytes(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
