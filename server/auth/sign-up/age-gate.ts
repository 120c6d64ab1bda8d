import { ageLimits } from '#contract/limits.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { minimumAgeForCountry, ageGateRetryHours } from '#contract/safety/safety-defaults.ts'
import { config } from '#server/platform/config.ts'
import { isHttpsSite } from '../auth.ts'
import { readSignedCookie, serializeSignedCookie } from '../cookies.ts'

/** Returns the current minimum age for joining this site. */
export function getSiteMinimumAge(): number {
  return minimumAgeForCountry(config.country, new Date().toISOString().slice(0, 10))
}

/**
 * Rejects people who are too young or too old to join. Under the strict safety preset, the browser remembers
 * a rejection for a day, so that the person cannot simply enter another age. Under the standard safety
 * preset, the person can correct a typing mistake immediately.
 */
export function assertAgeAllowed(age: number | null, headers: Headers, responseHeaders: Headers): void {
  const min = getSiteMinimumAge()
  if (hasAgeRefusalCookie(headers)) throw new ApiError('age_refused_before', { min })
  if (age !== null && age >= min && age <= ageLimits.max) return
  if (age !== null) setAgeRefusalCookie(responseHeaders)
  throw min === ageLimits.min
    ? new ApiError('age_restriction')
    : new ApiError('age_restriction_here', { min })
}

/**
 * Checks both the signature of the cookie and the expiry date in its signed value, because a client can
 * ignore the cookie's own expiry.
 */
function hasAgeRefusalCookie(headers: Headers): boolean {
  const until = readSignedCookie(headers, ageRefusalCookieName())?.replace(/^age refused until /, '')
  return ageRefusalCookieSeconds() > 0 && Number(until) > Date.now()
}

function setAgeRefusalCookie(responseHeaders: Headers): void {
  const seconds = ageRefusalCookieSeconds()
  if (seconds === 0) return
  const until = Date.now() + seconds * 1000
  responseHeaders.append(
    'set-cookie',
    serializeSignedCookie(ageRefusalCookieName(), `age refused until ${until}`, seconds),
  )
}

function ageRefusalCookieSeconds(): number {
  return ageGateRetryHours[config.safetyPreset] * 3600
}

/** Returns the name of the cookie that remembers an age rejection. The cookie does not contain the age. */
function ageRefusalCookieName(): string {
  return isHttpsSite() ? '__Host-joining' : 'joining'
}
