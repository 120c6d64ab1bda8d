import { ageLimits } from '#contract/limits.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { minimumAgeIn, underageRetryHours } from '#contract/safety/safety-defaults.ts'
import { config } from '#server/platform/config.ts'
import { isHttpsSite } from '../auth.ts'
import { readSignedCookie, serializeSignedCookie } from '../cookies.ts'

/** Returns the minimum age for joining this site today. */
export function siteMinimumAge(): number {
  return minimumAgeIn(config.country, new Date().toISOString().slice(0, 10))
}

/**
 * Rejects people who are too young or too old to join. Under the strict preset the browser remembers this for
 * a day, so that a second try cannot simply give another age. Under the standard preset a slip can be
 * corrected immediately.
 */
export function assertAgeAllowed(age: number | null, headers: Headers, answer: Headers): void {
  const min = siteMinimumAge()
  if (hasAgeRefusalCookie(headers)) throw new ApiError('age_refused_before', { min })
  if (age !== null && age >= min && age <= ageLimits.max) return
  if (age !== null) setAgeRefusalCookie(answer)
  throw min === ageLimits.min
    ? new ApiError('age_restriction')
    : new ApiError('age_restriction_here', { min })
}

/** A client can ignore the cookie's expiry, so the signed value contains it too. */
function hasAgeRefusalCookie(headers: Headers): boolean {
  const until = readSignedCookie(headers, ageRefusalCookieName())?.replace(/^age refused until /, '')
  return ageRefusalCookieSeconds() > 0 && Number(until) > Date.now()
}

function setAgeRefusalCookie(answer: Headers): void {
  const seconds = ageRefusalCookieSeconds()
  if (seconds === 0) return
  const until = Date.now() + seconds * 1000
  answer.append(
    'set-cookie',
    serializeSignedCookie(ageRefusalCookieName(), `age refused until ${until}`, seconds),
  )
}

function ageRefusalCookieSeconds(): number {
  return underageRetryHours[config.safetyPreset] * 3600
}

/** The cookie does not contain the age. */
function ageRefusalCookieName(): string {
  return isHttpsSite() ? '__Host-joining' : 'joining'
}
