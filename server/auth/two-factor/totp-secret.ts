import { createHash, randomBytes } from 'node:crypto'
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'

/*
 * Secrets of authenticator apps are encrypted with XChaCha20-Poly1305, so that someone who can only read the
 * database table cannot generate codes. The `node:crypto` module supports ChaCha20-Poly1305 only with nonces
 * of 12 bytes, which are too short to be chosen at random. The stored value contains the nonce, the
 * ciphertext and the authentication tag in hexadecimal, and the key is the SHA-256 of the site's secret. This
 * is the format of better-auth, which encrypted the secrets of earlier releases.
 */

const nonceBytes = 24

export function encryptTotpSecret(secret: string, siteSecret: string): string {
  const nonce = randomBytes(nonceBytes)
  const sealed = xchacha20poly1305(encryptionKey(siteSecret), nonce).encrypt(Buffer.from(secret))
  return Buffer.concat([nonce, sealed]).toString('hex')
}

/** Throws if the stored secret was altered or was encrypted with another key. */
export function decryptTotpSecret(encrypted: string, siteSecret: string): string {
  const bytes = Buffer.from(encrypted, 'hex')
  const cipher = xchacha20poly1305(encryptionKey(siteSecret), bytes.subarray(0, nonceBytes))
  return Buffer.from(cipher.decrypt(bytes.subarray(nonceBytes))).toString()
}

function encryptionKey(siteSecret: string): Buffer {
  return createHash('sha256').update(siteSecret).digest()
}
