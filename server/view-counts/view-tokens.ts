import { randomBytes } from 'node:crypto'
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { analyticsLimits } from '#contract/engagement/analytics-limits.ts'
import { computeKeyedHash } from '#server/platform/keyed-hash.ts'

/** The contents of a view token. The server does not store these contents. */
export interface ViewTokenPayload {
  contentId: string
  /** When the view was recorded, in milliseconds since 1970. */
  viewedAt: number
  /** Whether the view is counted. The token is encrypted, so the browser cannot read this value. */
  isCounted: boolean
  /** Whether this view is the viewer's first view of the video on this day. */
  isFirstOfDay: boolean
  /** The values of the previous summary. `played` is null before the first summary. */
  seconds: number
  played: string | null
}

const nonceBytes = 24

/** Encrypts and authenticates a view (XChaCha20-Poly1305). The random nonce also identifies the token. */
export function createViewToken(view: ViewTokenPayload): string {
  const nonce = randomBytes(nonceBytes)
  const { contentId, viewedAt, isCounted, isFirstOfDay, seconds, played } = view
  const text = JSON.stringify([contentId, viewedAt, +isCounted, +isFirstOfDay, seconds, played])
  const sealed = xchacha20poly1305(encryptionKey(), nonce).encrypt(Buffer.from(text))
  return Buffer.concat([nonce, sealed]).toString('base64url')
}

/**
 * Returns the view and the nonce of a token, or null if this site did not create the token or it has expired.
 */
export function decryptViewToken(token: string, now: Date): { nonce: Buffer; view: ViewTokenPayload } | null {
  const bytes = Buffer.from(token, 'base64url')
  const nonce = bytes.subarray(0, nonceBytes)
  try {
    const opened = xchacha20poly1305(encryptionKey(), nonce).decrypt(bytes.subarray(nonceBytes))
    const [contentId, viewedAt, isCounted, isFirstOfDay, seconds, played] = JSON.parse(
      Buffer.from(opened).toString(),
    ) as [string, number, number, number, number, string | null]
    if (now > getViewTokenExpiry(viewedAt)) return null
    return {
      nonce,
      view: {
        contentId,
        viewedAt,
        isCounted: isCounted === 1,
        isFirstOfDay: isFirstOfDay === 1,
        seconds,
        played,
      },
    }
  } catch {
    return null
  }
}

/** All tokens of a view expire at the same time. */
export function getViewTokenExpiry(viewedAt: number): Date {
  return new Date(viewedAt + analyticsLimits.viewTokenHours * 3600_000)
}

/**
 * The encryption key for view tokens. All processes derive the key from the site's secret and use it only for
 * view tokens.
 */
function encryptionKey(): Buffer {
  return Buffer.from(computeKeyedHash('view tokens'), 'base64url')
}
