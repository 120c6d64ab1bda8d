import { computeHotp } from '#server/auth/two-factor/totp.ts'

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns the code that an authenticator app would show for this base32 secret in `later` × 30 seconds. */
export async function computeTotpCode(secret: string, later = 0): Promise<string> {
  const bits = [...secret]
    .map((letter) => base32Alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2))
  return computeHotp(Buffer.from(bytes), Math.floor(Date.now() / 30_000) + later)
}
