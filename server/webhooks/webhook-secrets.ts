import { randomBytes } from 'node:crypto'

/** Standard Webhooks recommends secrets of 24 to 64 random bytes. */
const secretBytes = 32

/** Creates a signing secret in the format of Standard Webhooks. */
export function createWebhookSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`
}
