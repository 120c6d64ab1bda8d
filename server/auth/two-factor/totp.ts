import { createHmac, randomBytes } from 'node:crypto'

/**
 * The number of seconds for which an authenticator app shows a code (RFC 6238). Clocks differ, so codes from
 * the previous and the next period are accepted too.
 */
const totpPeriodSeconds = 30
const allowedClockSkewSteps = 1
const codeDigits = 6

/**
 * Returns a random secret of 24 characters (144 bits). The secret's characters are used as the HMAC key
 * without base64url decoding.
 */
export function createTotpSecret(): string {
  return randomBytes(18).toString('base64url')
}

/** Returns what an authenticator app needs: the secret in base32 for typing in, and the URL for a QR code. */
export function buildTotpProvisioningDetails(
  secret: string,
  issuer: string,
  account: string,
): { secret: string; url: string } {
  const key = encodeBase32(Buffer.from(secret))
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const parameters = { secret: key, issuer, digits: `${codeDigits}`, period: `${totpPeriodSeconds}` }
  return { secret: key, url: `otpauth://totp/${label}?${new URLSearchParams(parameters)}` }
}

/**
 * Returns the time step that the code belongs to, or null if the code is not valid at the time `now` (in ms).
 * If the code matches two time steps, returns the later time step.
 */
export function findMatchingTimeStep(secret: string, code: string, now: number): number | null {
  const current = Math.floor(now / 1000 / totpPeriodSeconds)
  let found: number | null = null
  // The codes of all accepted time steps are computed, so that the response time does not reveal which step
  // matched.
  for (let step = current - allowedClockSkewSteps; step <= current + allowedClockSkewSteps; step += 1)
    if (computeHotp(secret, step) === code) found = step
  return found
}

/** Computes the HOTP code for a counter (RFC 4226, section 5.3). For TOTP the counter is the time step. */
export function computeHotp(secret: string | Buffer, counter: number): string {
  const message = Buffer.alloc(8)
  message.writeBigInt64BE(BigInt(counter))
  const digest = createHmac('sha1', secret).update(message).digest()
  const offset = digest.at(-1)! & 0xf
  const truncated = digest.readUInt32BE(offset) & 0x7fff_ffff
  return `${truncated % 10 ** codeDigits}`.padStart(codeDigits, '0')
}

/** Encodes the bytes in base32 without padding (RFC 4648, section 6), as authenticator apps expect. */
function encodeBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[parseInt(group.padEnd(5, '0'), 2)]).join('')
}
