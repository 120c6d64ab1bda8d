import { createHash, randomBytes } from 'node:crypto'
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { config } from './config.ts'
import { getSigningSecret } from './signing-secret.ts'

/*
 * Secrets that the server must be able to read again, such as those of authenticator apps, are encrypted with
 * XChaCha20-Poly1305. The `node:crypto` module supports ChaCha20-Poly1305 only with nonces of 12 bytes, which are too
 * short to be chosen at random.
 *
 * Without the setting ENCRYPTION_KEYS, the key is derived from the site key, which is stored in the database. The stored
 * value is the nonce, the ciphertext and the authentication tag in hexadecimal, as in better-auth, which encrypted the
 * secrets of earlier releases. With ENCRYPTION_KEYS, the id of the key and a colon precede these bytes.
 */

const nonceBytes = 24

export function encryptSecret(secret: string): string {
  const key = getCurrentKey()
  const nonce = randomBytes(nonceBytes)
  const sealed = xchacha20poly1305(deriveKey(key), nonce).encrypt(Buffer.from(secret))
  const stored = Buffer.concat([nonce, sealed]).toString('hex')
  return key === getSigningSecret() ? stored : `${getKeyId(key)}:${stored}`
}

/** Throws if the stored secret was altered, or was encrypted with a key that is no longer in ENCRYPTION_KEYS. */
export function decryptSecret(stored: string): string {
  const [hex = '', id] = stored.split(':').toReversed()
  const key =
    id === undefined ? getSigningSecret() : config.encryptionKeys.find((one) => getKeyId(one) === id)
  if (!key) throw new Error(`The secret was encrypted with the key ${id}, which is not in ENCRYPTION_KEYS`)
  const bytes = Buffer.from(hex, 'hex')
  const cipher = xchacha20poly1305(deriveKey(key), bytes.subarray(0, nonceBytes))
  return Buffer.from(cipher.decrypt(bytes.subarray(nonceBytes))).toString()
}

/** Returns whether a stored secret was encrypted with the key that encrypts new secrets. */
export function isEncryptedWithCurrentKey(stored: string): boolean {
  const key = getCurrentKey()
  return key === getSigningSecret() ? !stored.includes(':') : stored.startsWith(`${getKeyId(key)}:`)
}

/** The first of ENCRYPTION_KEYS encrypts, and all of them decrypt. */
function getCurrentKey(): string {
  return config.encryptionKeys[0] ?? getSigningSecret()
}

function deriveKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** An id that does not reveal the key. */
function getKeyId(key: string): string {
  return createHash('sha256').update(`key id ${key}`).digest('hex').slice(0, 8)
}
