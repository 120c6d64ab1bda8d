import { base32 } from '@better-auth/utils/base32'
import { createOTP } from '@better-auth/utils/otp'

/**
 * Returns the code that an authenticator app shows for this secret (base32). `later` is the number of
 * 30-second steps from now.
 */
export function totpCodeFor(secret: string, later = 0): Promise<string> {
  const key = new TextDecoder().decode(base32.decode(secret))
  return createOTP(key, { digits: 6, period: 30 }).hotp(Math.floor(Date.now() / 30_000) + later)
}
