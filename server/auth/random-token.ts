import { createHash, randomBytes } from 'node:crypto'

/** Returns a random secret of 256 bits. */
export function createRandomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the hash of a token. The database stores only hashes of secrets that give access to an account. */
export function hashToken(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
