import { randomBytes } from 'node:crypto'
import { decryptTotpSecret, encryptTotpSecret } from '#server/auth/two-factor/totp-secret.ts'
import { getSigningSecret } from '#server/platform/signing-secret.ts'

/** Standard Webhooks recommends secrets of 24 to 64 random bytes. */
const secretBytes = 32

/** Creates a signing secret in the format of Standard Webhooks. */
export function createWebhookSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`
}

/** Encrypts a secret in the same way as the secrets of authenticator apps. */
export function encryptWebhookSecret(secret: string): string {
  return encryptTotpSecret(secret, getSigningSecret())
}

export function decryptWebhookSecret(encrypted: string): string {
  return decryptTotpSecret(encrypted, getSigningSecret())
}
