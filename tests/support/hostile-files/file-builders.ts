import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const folder = join(tmpdir(), `afterbell-nasty-${process.getuid?.() ?? 0}`)

/**
 * Runs ffmpeg with these arguments, which must not include the output file, and returns the output. The
 * output is cached between runs.
 */
export async function generateFileWithFfmpeg(words: string, extension: string): Promise<Buffer> {
  const name = createHash('sha256').update(words).digest('hex').slice(0, 16)
  const path = join(folder, `${name}.${extension}`)
  const known = await readFile(path).catch(() => null)
  if (known) return known
  await mkdir(folder, { recursive: true })
  const draft = join(folder, `${name}.${process.pid}.${extension}`)
  await execute('ffmpeg', [...'-nostdin -y -v error'.split(' '), ...words.split(' '), draft])
  await rename(draft, path)
  return readFile(path)
}

/** Writes a file with these bytes for ffmpeg to read and returns its path. */
export async function writeTempFile(bytes: Buffer): Promise<string> {
  const path = join(folder, createHash('sha256').update(bytes).digest('hex').slice(0, 16))
  await writeFile(path, bytes)
  return path
}

/** Returns ffmpeg's input arguments for a moving test pattern. */
export const buildTestPatternInputArguments = (size = '64x64', seconds = 1, rate: number | string = 10) =>
  `-f lavfi -i testsrc2=s=${size}:r=${rate}:d=${seconds}`
export const buildSineToneInputArguments = (seconds = 1) => `-f lavfi -i sine=f=440:r=48000:d=${seconds}`
export const h264Arguments = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p'

/**
 * Returns a valid two-second video. The index is at the end of the file, so the boxes of the index can grow
 * without moving the media data.
 */
export const makeValidVideo = () =>
  generateFileWithFfmpeg(
    `${buildTestPatternInputArguments('160x96', 2)} ${buildSineToneInputArguments(2)} ${h264Arguments} -c:a aac -bitexact`,
    'mp4',
  )

/** Returns a box in the format of ISO 14496-12 or QuickTime. */
export function mp4Box(type: string, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  )
  return Buffer.concat([uint32BE(body.length + 8), Buffer.from(type, 'latin1'), body])
}

export const ftypBox = mp4Box('ftyp', 'isom', uint32BE(512), 'isomavc1')

export function uint32BE(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}

export function uint32LE(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}

/** Returns a chunk of a RIFF file. */
export function riffChunk(type: string, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  )
  const pad = Buffer.alloc(body.length % 2)
  return Buffer.concat([Buffer.from(type, 'latin1'), uint32LE(body.length), body, pad])
}

/** Returns an EBML element whose length is encoded in eight bytes. */
export function ebmlElement(id: number[], ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  )
  return Buffer.concat([Buffer.from(id), Buffer.from([1, 0, 0, 0]), uint32BE(body.length), body])
}

export function ebmlHeader(docType: string): Buffer {
  const type = Buffer.concat([Buffer.from([0x42, 0x82, 0x80 + docType.length]), Buffer.from(docType)])
  return ebmlElement([0x1a, 0x45, 0xdf, 0xa3], type)
}

/** Returns a copy of the video that has been modified by `change`. */
export async function modifyFileBytes(
  film: Promise<Buffer>,
  change: (bytes: Buffer) => Buffer | void,
): Promise<Buffer> {
  const bytes = Buffer.from(await film)
  return change(bytes) ?? bytes
}

/** Returns pseudorandom bytes that are the same in every run. */
export function pseudoRandomBytes(length: number, seed = 1): Buffer {
  let state = seed
  return Buffer.from(
    Array.from({ length }, () => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) >> 16),
  )
}
