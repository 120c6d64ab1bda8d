import { createHash, randomBytes } from 'node:crypto'

/** A secret of 256 random bits that means nothing by itself. */
export function createRandomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a secret that opens a door from outside: it cannot be turned back. */
export function hashToken(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
