import { open, type FileHandle } from 'node:fs/promises'

/** One box of an ISO base media file (ISO 14496-12), with its type and content. */
export type Mp4Box = { type: string; body: Buffer }

/** Iterates over consecutive boxes. Stops at the first box that extends beyond the end of the buffer. */
export function* iterateBoxes(bytes: Buffer): Generator<Mp4Box> {
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(at)
    if (size < 8 || at + size > bytes.length) return
    yield { type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + 8, at + size) }
    at += size
  }
}

/**
 * Returns all boxes at a path such as `moov/trak/mdia`. Skips the fixed fields that some boxes have before
 * their children.
 */
export function findMp4Boxes(bytes: Buffer, path: string): Buffer[] {
  const [first, ...rest] = path.split('/')
  const here = [...iterateBoxes(bytes)].filter((box) => box.type === first).map((box) => box.body)
  if (rest.length === 0) return here
  return here.flatMap((body) => findMp4Boxes(body.subarray(fixedFields[first!] ?? 0), rest.join('/')))
}

const fixedFields: { [type: string]: number } = { stsd: 8, avc1: 78, av01: 78, mp4a: 28 }

/** Reads the top-level boxes of one type, skipping the media data between them. */
export async function readTopLevelBoxes(path: string, type: string): Promise<Buffer[]> {
  await using file = await open(path)
  const { size } = await file.stat()
  const found: Buffer[] = []
  for (let at = 0; at + 8 <= size;) {
    const header = await readBytes(file, at, Math.min(16, size - at))
    const length = header.readUInt32BE(0) === 1 ? Number(header.readBigUInt64BE(8)) : header.readUInt32BE(0)
    if (length < 8) break
    if (header.toString('latin1', 4, 8) === type) found.push(await readBytes(file, at + 8, length - 8))
    at += length
  }
  return found
}

async function readBytes(file: FileHandle, position: number, length: number) {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, position)
  return bytes.subarray(0, bytesRead)
}
