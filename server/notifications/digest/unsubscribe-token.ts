import { timingSafeEqual } from 'node:crypto'
import { Id } from '#contract/scalars.ts'
import { computeKeyedHash } from '#server/platform/keyed-hash.ts'

/**
 * Returns the token for the unsubscribe links in a person's emails. The token can only be used to turn off
 * the weekly email. The token does not expire, because people also use the unsubscribe links in old emails.
 */
export function createUnsubscribeToken(userId: string): string {
  return `${userId}.${signatureOf(userId)}`
}

/** Returns the id of the user that the token belongs to, or null if the token is not valid. */
export function readUnsubscribeToken(token: string): string | null {
  const [userId = '', signature = '', ...more] = token.split('.')
  if (more.length > 0 || !Id.safeParse(userId).success) return null
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(userId))]
  return given.length === right.length && timingSafeEqual(given, right) ? userId : null
}

function signatureOf(userId: string): string {
  return computeKeyedHash(`unsubscribe from the weekly email ${userId}`)
}
