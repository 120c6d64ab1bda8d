import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { config } from '#server/platform/config.ts'
import { log } from '#server/platform/log.ts'

const hashDigits = 40
/** A line is a hash, optionally a colon and a count, and a line break. */
const maxLineBytes = 64

/**
 * Returns whether a password is in the operator's list of breached passwords (BREACHED_PASSWORDS_FILE): SHA-1 hashes in
 * hexadecimal, one per line and in ascending order, as in the files of Have I Been Pwned. A binary search reads about
 * forty lines of a file of 40 GB. Without a list, or if it cannot be read, no password counts as breached.
 */
export async function isBreachedPassword(password: string): Promise<boolean> {
  const path = config.breachedPasswordsFile
  if (!path) return false
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    await using file = await open(path)
    const { size } = await file.stat()
    return await containsHash(file, size, hash)
  } catch (error) {
    log.error('the list of breached passwords cannot be read', { error: (error as Error).message })
    return false
  }
}

/** Searches the lines that begin in the first `size` bytes of the file. */
async function containsHash(file: FileHandle, size: number, hash: string): Promise<boolean> {
  let [low, high] = [0, size]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const line = await readNextLine(file, middle)
    // A line that begins behind `high` was already compared, or does not exist.
    if (line === undefined || line.begin >= high) high = middle
    else if (line.hash === hash) return true
    else if (line.hash < hash) low = line.begin + 1
    else high = middle
  }
  return false
}

/** Reads the first line that begins at this byte or later. */
async function readNextLine(
  file: FileHandle,
  position: number,
): Promise<{ begin: number; hash: string } | undefined> {
  // The byte before the position shows whether a line begins there.
  const start = Math.max(0, position - 1)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2 * maxLineBytes), 0, 2 * maxLineBytes, start)
  const bytes = buffer.subarray(0, bytesRead)
  const skipped = position === 0 ? 0 : bytes.indexOf('\n') + 1
  if (position > 0 && skipped === 0) return undefined
  const hash = bytes
    .subarray(skipped, skipped + hashDigits)
    .toString('latin1')
    .toUpperCase()
  return hash.length === hashDigits ? { begin: start + skipped, hash } : undefined
}
