import { createOTP } from '@better-auth/utils/otp'
import { base32 } from '@better-auth/utils/base32'
import { randomBytes } from 'node:crypto'

/** Seconds for which a code stands (RFC 6238), and how many before and after now are taken: clocks differ. */
const totpPeriodSeconds = 30
const allowedClockSkewSteps = 1

/** 24 characters, 144 random bits: the key as its bytes. */
export function createTotpSecret(): string {
  return randomBytes(18).toString('base64url')
}

/** What an authenticator app takes: the secret to type (base32), and all of it for a QR code. */
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

/** The half minute whose code this is, if it is near `now` (ms); the newest, should two have the same. Else null. */
export async function findTotpStep(secret: string, code: string, now: number): Promise<number | null> {
  const { hotp } = createOTP(secret, { digits: 6, period: totpPeriodSeconds })
  const current = Math.floor(now / 1000 / totpPeriodSeconds)
  let found: number | null = null
  // All are made, so that the time does not tell which it was.
  for (let step = current - allowedClockSkewSteps; step <= current + allowedClockSkewSteps; step += 1)
    if ((await hotp(step)) === code) found = step
  return found
}
