import { createHash, hash as hashOf } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { fsyncPath } from '#server/platform/storage/fsync.ts'

/**
 * The size and SHA-256 of a file on disk. For compressed files, the size and hash are those of the compressed
 * bytes.
 */
export interface FileChecksum {
  bytes: number
  sha256: string
}

/** Compresses a stream into a new file with mode 0600. Resolves when the file is safely on disk. */
export async function writeCompressedFile(path: string, from: Readable): Promise<FileChecksum> {
  const checksum = new ChecksumStream()
  // Compared to gzip's default level, level 1 makes files a fifth larger but is three times faster.
  const to = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(from, createGzip({ level: 1 }), checksum, to)
  return checksum.result()
}

/** A stream that counts and hashes the bytes passing through it. */
class ChecksumStream extends Transform {
  #hash = createHash('sha256')
  #bytes = 0

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#hash.update(chunk)
    this.#bytes += chunk.length
    done(null, chunk)
  }

  result(): FileChecksum {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}

/**
 * Returns a file's SHA-256. Each small file is read in one call. Most files are small, and reading a small
 * file through stream buffers took 3.5 ms instead of 0.4 ms.
 */
export async function computeFileSha256(path: string, size: number): Promise<string> {
  if (size <= 2 ** 18) return hashOf('sha256', await readFile(path))
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 18 })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Writes a text file. Resolves when the file is safely on disk. */
export async function writeDurableFile(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Flushes a folder and its subfolders to disk to make the file names durable. The contents of the files must
 * already be on disk.
 */
export async function fsyncFolders(path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true }))
    if (entry.isDirectory()) await fsyncFolders(join(path, entry.name))
  await fsyncPath(path)
}
