import { argon2, randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/**
 * The Argon2id parameters: 19 MiB of memory, two passes and one lane, following OWASP's Password Storage
 * Cheat Sheet and RFC 9106. One hash takes 51 ms (measured). Earlier releases used scrypt (N 2^14, r 16, p
 * 1). One scrypt hash takes 101 ms, although the scrypt parameters are weaker than OWASP and the RFC
 * recommend. Only the test application changes the Argon2id parameters.
 */
export const argon2Parameters = { memoryKiB: 19_456, passes: 2 }
const argon2Async = promisify(argon2)

/** Returns the salted hash of a password with its parameters (PHC string format). */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const { memoryKiB, passes } = argon2Parameters
  const key = await derivePasswordKey(password, salt, memoryKiB, passes)
  return `${argon2Prefix()}${unpaddedBase64(salt)}$${unpaddedBase64(key)}`
}

/** Verifies a password. Also accepts the scrypt hashes that earlier releases created. */
export async function verifyPassword({
  hash,
  password,
}: {
  hash: string
  password: string
}): Promise<boolean> {
  const [, m, t, salt, kept] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(hash) ?? []
  if (!salt || !kept) return verifyScryptPassword(hash, password)
  const expected = Buffer.from(kept, 'base64')
  const found = await derivePasswordKey(password, Buffer.from(salt, 'base64'), Number(m), Number(t))
  return found.length === expected.length && timingSafeEqual(found, expected)
}

/**
 * Returns whether a password hash was created with parameters other than the current ones. An outdated hash
 * is replaced at the next sign-in.
 */
export function needsRehash(hash: string): boolean {
  return !hash.startsWith(argon2Prefix())
}

function argon2Prefix(): string {
  return `$argon2id$v=19$m=${argon2Parameters.memoryKiB},t=${argon2Parameters.passes},p=1$`
}

const scryptAsync = promisify<string, string, number, ScryptOptions, Buffer>(scrypt)

/**
 * Verifies a password against a hash of the form `salt:key`, as better-auth created it. The salt is used as
 * text without decoding, the key is hexadecimal, and the password is normalized to NFKC.
 */
async function verifyScryptPassword(hash: string, password: string): Promise<boolean> {
  const [, salt, key] = /^([^:]+):([\da-f]{128})$/.exec(hash) ?? []
  if (!salt || !key) throw new Error('a password hash has an unknown format')
  const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 ** 2 }
  const found = await scryptAsync(password.normalize('NFKC'), salt, 64, cost)
  return timingSafeEqual(found, Buffer.from(key, 'hex'))
}

/**
 * Derives a key from a password. The password is normalized, so that the same characters match whichever
 * keyboard produced them. The password is never truncated.
 */
function derivePasswordKey(password: string, nonce: Buffer, mem: number, t: number): Promise<Buffer> {
  const message = password.normalize('NFC')
  return argon2Async('argon2id', { message, nonce, parallelism: 1, tagLength: 32, memory: mem, passes: t })
}

function unpaddedBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
