import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { analyticsRules } from '#contract/engagement/analytics-rules.ts'
import { getSigningSecret } from '#server/platform/signing-secret.ts'

/** A view as its token describes it. The token is the only place where a single view is kept. */
export interface TokenView {
  contentId: string
  /** When the view was recorded, in milliseconds since 1970. */
  viewedAt: number
  /** Whether the view counts. The token is encrypted, so the browser cannot find out. */
  isCounted: boolean
  /** Whether this is the viewer's first view of the video on this day. */
  isFirstOfDay: boolean
  /** What earlier summaries have added. `played` is null if there was none. */
  seconds: number
  played: string | null
}

const nonceBytes = 12
const tagBytes = 16

/** Encrypts and signs a view (AES-256-GCM). The random nonce also identifies the token. */
export function createViewToken(view: TokenView): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', tokenKey(), nonce)
  const { contentId, viewedAt, isCounted, isFirstOfDay, seconds, played } = view
  const text = JSON.stringify([contentId, viewedAt, +isCounted, +isFirstOfDay, seconds, played])
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** Returns the view and the nonce of a token, or null if this site did not create the token or it has expired. */
export function openViewToken(token: string, now: Date): { nonce: Buffer; view: TokenView } | null {
  const bytes = Buffer.from(token, 'base64url')
  const nonce = bytes.subarray(0, nonceBytes)
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes)
  if (tag.length < tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', tokenKey(), nonce, { authTagLength: tagBytes })
  decipher.setAuthTag(tag)
  const start = decipher.update(bytes.subarray(nonceBytes + tagBytes))
  try {
    const text = Buffer.concat([start, decipher.final()]).toString('utf8')
    const [contentId, viewedAt, isCounted, isFirstOfDay, seconds, played] = JSON.parse(text) as [
      string,
      number,
      number,
      number,
      number,
      string | null,
    ]
    if (now > viewTokenExpiry(viewedAt)) return null
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
export function viewTokenExpiry(viewedAt: number): Date {
  return new Date(viewedAt + analyticsRules.viewTokenHours * 3600_000)
}

function tokenKey(): Buffer {
  return createHmac('sha256', getSigningSecret()).update('view tokens').digest()
}
