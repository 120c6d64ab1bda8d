import { ages } from '#contract/limits.ts'
import { Refusal } from '#contract/refusals.ts'
import { minimumAge, refusedAgeSticksHours } from '#contract/safety-defaults.ts'
import { config } from '../platform/config.ts'
import { isSecure } from './auth.ts'
import { saidIn, signedCookie } from './cookie.ts'

/** The youngest age that may join here today. */
export function minimumAgeHere(): number {
  return minimumAge(config.country, new Date().toISOString().slice(0, 10))
}

/**
 * Refuses who is too young or too old to join. Under the strict preset the browser keeps the refusal for a day, so that the next
 * try cannot just say another age; under the standard one a slip may be corrected at once.
 */
export function refuseAge(age: number | null, headers: Headers, answer: Headers): void {
  const min = minimumAgeHere()
  if (wasRefused(headers)) throw new Refusal('age_refused_before', { min })
  if (age !== null && age >= min && age <= ages.max) return
  if (age !== null) keepRefusal(answer)
  throw min === ages.min ? new Refusal('age_restriction') : new Refusal('age_restriction_here', { min })
}

/** The cookie's own end is the browser's word; the signed one is ours. */
function wasRefused(headers: Headers): boolean {
  const until = saidIn(headers, cookieName())?.replace(/^age refused until /, '')
  return sticksFor() > 0 && Number(until) > Date.now()
}

function keepRefusal(answer: Headers): void {
  const seconds = sticksFor()
  if (seconds === 0) return
  const until = Date.now() + seconds * 1000
  answer.append('set-cookie', signedCookie(cookieName(), `age refused until ${until}`, seconds))
}

function sticksFor(): number {
  return refusedAgeSticksHours[config.safetyPreset] * 3600
}

/** It says nothing of the age itself. */
function cookieName(): string {
  return isSecure() ? '__Host-joining' : 'joining'
}
