import { createOTP } from '@better-auth/utils/otp'
import { base32 } from '@better-auth/utils/base32'
import { randomBytes } from 'node:crypto'

/**
 * The period of a code in seconds (RFC 6238). Because clocks differ, codes from some periods before and after
 * the current period are accepted too.
 */
const totpPeriodSeconds = 30
const allowedClockSkewSteps = 1

/** Returns a secret of 24 characters (144 random bits), whose bytes are the key. */
export function createTotpSecret(): string {
  return randomBytes(18).toString('base64url')
}

/** Returns what an authenticator app needs: the secret in base32 to type, and the URL for a QR code. */
export function totpProvisioningKey(
  secret: string,
  issuer: string,
  account: string,
): { secret: string; url: string } {
  return {
    secret: base32.encode(secret, { padding: false }),
    url: createOTP(secret, { digits: 6, period: totpPeriodSeconds }).url(issuer, account),
  }
}

/**
 * Returns the time step that the code belongs to, if it is close to `now` (in ms), otherwise null. If two
 * steps match, it returns the newer one.
 */
export async function findTotpStep(secret: string, code: string, now: number): Promise<number | null> {
  const { hotp } = createOTP(secret, { digits: 6, period: totpPeriodSeconds })
  const current = Math.floor(now / 1000 / totpPeriodSeconds)
  let found: number | null = null
  // Every step is computed, so that the response time does not reveal which one matched.
  for (let step = current - allowedClockSkewSteps; step <= current + allowedClockSkewSteps; step += 1)
    if ((await hotp(step)) === code) found = step
  return found
}
