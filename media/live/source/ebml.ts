/**
 * The header of an EBML element. `size` is undefined if the element has an unknown size (RFC 8794 §6.2). An
 * invalid id is -1.
 */
export type ElementHeader = { id: number; size: number | undefined; headerLength: number }

/**
 * Reads the header of the element at the start of the bytes. Returns undefined if the header is incomplete.
 */
export function readElementHeader(bytes: Buffer): ElementHeader | undefined {
  const idLength = vintLength(bytes[0])
  const sizeLength = vintLength(bytes[idLength])
  if (bytes.length < idLength + sizeLength || bytes.length === idLength) return undefined
  const id = idLength > 4 ? -1 : bytes.readUIntBE(0, idLength)
  const first = bytes[idLength]! & (0xff >> sizeLength)
  let size = first
  let isUnknown = first === 0xff >> sizeLength
  for (const byte of bytes.subarray(idLength + 1, idLength + sizeLength)) {
    size = size * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return { id, size: isUnknown ? undefined : size, headerLength: idLength + sizeLength }
}

/** Iterates over consecutive elements of known size. Stops at the first incomplete element. */
export function* iterateElements(bytes: Buffer): Generator<{ id: number; content: Buffer }> {
  for (let rest = bytes; rest.length > 1;) {
    const element = readElementHeader(rest)
    if (element?.size === undefined) return
    const end = element.headerLength + element.size
    if (end > rest.length) return
    yield { id: element.id, content: rest.subarray(element.headerLength, end) }
    rest = rest.subarray(end)
  }
}

/** Returns the content of the first element with this id. */
export function findElement(bytes: Buffer, id: number): Buffer | undefined {
  for (const element of iterateElements(bytes)) if (element.id === id) return element.content
  return undefined
}

/** Reads an unsigned integer of up to 8 bytes. */
export function readUint(bytes: Buffer): number {
  return bytes.subarray(0, 8).reduce((value, byte) => value * 256 + byte, 0)
}

// The number of leading zero bits of the first byte is the number of bytes that follow. A first byte of 0 is
// invalid and counts as 9 bytes.
function vintLength(first: number | undefined): number {
  return first === undefined ? 1 : Math.clz32(first) - 23
}
