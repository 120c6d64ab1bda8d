/** The groups of the cookie policy that can be switched off (specification, section 2: cookies); essential is always on. */
export const cookieCategories = ['performance', 'functional', 'advertising'] as const
export type CookieCategory = (typeof cookieCategories)[number]
export type CookieConsent = Record<CookieCategory, boolean>

/** A cookie that scripts may read: the groups that are on, joined by dots; `none` when all are off. */
export const consentCookieName = 'cookie-choice'
const yearSeconds = 365 * 24 * 3600

/** The choice in a Cookie header or `document.cookie`; undefined when none was made. */
export function parseCookieConsent(cookies: string | null | undefined): CookieConsent | undefined {
  const value = /(?:^|;\s*)(?:__Host-)?cookie-choice=([a-z.]+)/.exec(cookies ?? '')?.[1]
  if (!value) return undefined
  const on = value.split('.')
  return buildCookieConsent((group) => on.includes(group))
}

/**
 * What counts until somebody chooses: nothing here is kept before they set it themselves, so all groups are on; a browser that
 * sends Global Privacy Control has chosen for the two that are not about the person's own settings.
 */
export function defaultCookieConsent(privacyControl: boolean): CookieConsent {
  return buildCookieConsent((group) => group === 'functional' || !privacyControl)
}

/** What counts for a request: the choice it carries, else what its browser asks for. */
export function cookieConsentOfRequest(headers: Pick<Headers, 'get'>): CookieConsent {
  return parseCookieConsent(headers.get('cookie')) ?? defaultCookieConsent(headers.get('sec-gpc') === '1')
}

export function buildCookieConsent(on: (group: CookieCategory) => boolean): CookieConsent {
  return Object.fromEntries(cookieCategories.map((group) => [group, on(group)])) as CookieConsent
}

/** The cookie's line, for `Set-Cookie` or `document.cookie`. */
export function serializeCookieConsent(choice: CookieConsent, secure: boolean): string {
  const value = cookieCategories.filter((group) => choice[group]).join('.') || 'none'
  return serializeCookie(consentCookieName, value, yearSeconds, secure)
}

/** A cookie that scripts may read. Over https nobody but this host can set one of its name. */
export function serializeCookie(name: string, value: string, seconds: number, secure: boolean): string {
  const line = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax`
  return secure ? `__Host-${line}; Secure` : line
}

/** Somebody signed out here and the server could not be told. It ends the session at the next request that reaches it. */
export const signedOutCookieName = 'signed-out'

/** The line of that cookie for `document.cookie`, or `Set-Cookie`; `false`: takes it away. */
export function serializeSignedOutCookie(isOut: boolean, secure: boolean): string {
  return serializeCookie(signedOutCookieName, isOut ? '1' : '', isOut ? 30 * 24 * 3600 : 0, secure)
}
