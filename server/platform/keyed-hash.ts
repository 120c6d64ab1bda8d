import { createHmac } from 'node:crypto'
import { getSigningSecret } from './signing-secret.ts'

/**
 * Returns a keyed hash of an IP or email address, which is stored instead of the address. Without the site's
 * secret, an attacker cannot find out whether a leaked table contains the hash of a given address.
 */
export function computeKeyedHash(value: string): string {
  return createHmac('sha256', getSigningSecret()).update(value).digest('base64url')
}
