import { createHmac } from 'node:crypto'
import { getSigningSecret } from './signing-secret.ts'

/**
 * Returns a keyed hash of an IP or email address. The addresses themselves are not stored. Without the site's
 * secret, a leaked table cannot be used to test whether an address is in it.
 */
export function keyedHash(value: string): string {
  return createHmac('sha256', getSigningSecret()).update(value).digest('base64url')
}
