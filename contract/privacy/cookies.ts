/**
 * The cookie categories that can be turned off (specification, section 2: cookies). Essential cookies cannot
 * be turned off.
 */
export const cookieCategories = ['performance', 'functional', 'advertising'] as const
export type CookieCategory = (typeof cookieCategories)[number]
export type CookieConsent = Record<CookieCategory, boolean>

/**
 * The consent cookie, which the page's scripts can read. The cookie contains the enabled categories, joined
 * by dots, or `none`.
 */
export const consentCookieName = 'cookie-choice'
const yearSeconds = 365 * 24 * 3600

/**
 * Reads the cookie consent from a Cookie header or `document.cookie`. Returns undefined if the visitor has
 * not made a choice.
 */
export function parseCookieConsent(cookies: string | null | undefined): CookieConsent | undefined {
  const value = /(?:^|;\s*)(?:__Host-)?cookie-choice=([a-z.]+)/.exec(cookies ?? '')?.[1]
  if (!value) return undefined
  const on = value.split('.')
  return buildCookieConsent((group) => on.includes(group))
}

/**
 * The consent that applies until the visitor makes a choice. All cookie categories are on by default. This
 * default is acceptable, because no optional data is stored until the visitor changes a setting. Global
 * Privacy Control turns off all categories except `functional`.
 */
export function getDefaultCookieConsent(privacyControl: boolean): CookieConsent {
  return buildCookieConsent((group) => group === 'functional' || !privacyControl)
}

/**
 * Returns the consent that applies to a request. Without a consent cookie, the default consent applies, which
 * depends on the browser's `Sec-GPC` header.
 */
export function readCookieConsent(headers: Pick<Headers, 'get'>): CookieConsent {
  return parseCookieConsent(headers.get('cookie')) ?? getDefaultCookieConsent(headers.get('sec-gpc') === '1')
}

export function buildCookieConsent(on: (group: CookieCategory) => boolean): CookieConsent {
  return Object.fromEntries(cookieCategories.map((group) => [group, on(group)])) as CookieConsent
}

/** Serializes the consent cookie for `Set-Cookie` or `document.cookie`. */
export function serializeCookieConsent(choice: CookieConsent, secure: boolean): string {
  const value = cookieCategories.filter((group) => choice[group]).join('.') || 'none'
  return serializeCookie(consentCookieName, value, yearSeconds, secure)
}

/**
 * Serializes a cookie that the page's scripts can read. Over https, the cookie's `__Host-` prefix prevents
 * other hosts from setting it.
 */
export function serializeCookie(name: string, value: string, seconds: number, secure: boolean): string {
  const line = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax`
  return secure ? `__Host-${line}; Secure` : line
}

/**
 * The cookie that is set when a person signs out while the server is unreachable. The next request that
 * reaches the server contains this cookie, and the server then ends the person's session.
 */
export const offlineSignOutCookieName = 'signed-out'

/**
 * Serializes the signed-out cookie for `document.cookie` or `Set-Cookie`. Deletes the cookie if `isOut` is
 * false.
 */
export function serializeOfflineSignOutCookie(isOut: boolean, secure: boolean): string {
  return serializeCookie(offlineSignOutCookieName, isOut ? '1' : '', isOut ? 30 * 24 * 3600 : 0, secure)
}
