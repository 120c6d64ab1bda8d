/** The groups of the cookie policy that can be switched off (specification, section 2: cookies); essential is always on. */
export const cookieGroups = ['performance', 'functional', 'advertising'] as const
export type CookieGroup = (typeof cookieGroups)[number]
export type CookieChoice = Record<CookieGroup, boolean>

/** A cookie that scripts may read: the groups that are on, joined by dots; `none` when all are off. */
export const choiceCookie = 'cookie-choice'
const yearSeconds = 365 * 24 * 3600

/** The choice in a Cookie header or `document.cookie`; undefined when none was made. */
export function choiceIn(cookies: string | null | undefined): CookieChoice | undefined {
  const value = /(?:^|;\s*)(?:__Host-)?cookie-choice=([a-z.]+)/.exec(cookies ?? '')?.[1]
  if (!value) return undefined
  const on = value.split('.')
  return choiceOf((group) => on.includes(group))
}

/**
 * What counts until somebody chooses: nothing here is kept before they set it themselves, so all groups are on; a browser that
 * sends Global Privacy Control has chosen for the two that are not about the person's own settings.
 */
export function choiceUnsaid(privacyControl: boolean): CookieChoice {
  return choiceOf((group) => group === 'functional' || !privacyControl)
}

/** What counts for a request: the choice it carries, else what its browser asks for. */
export function choiceOfRequest(headers: Pick<Headers, 'get'>): CookieChoice {
  return choiceIn(headers.get('cookie')) ?? choiceUnsaid(headers.get('sec-gpc') === '1')
}

export function choiceOf(on: (group: CookieGroup) => boolean): CookieChoice {
  return Object.fromEntries(cookieGroups.map((group) => [group, on(group)])) as CookieChoice
}

/** The cookie's line, for `Set-Cookie` or `document.cookie`. */
export function choiceLine(choice: CookieChoice, secure: boolean): string {
  const value = cookieGroups.filter((group) => choice[group]).join('.') || 'none'
  return ownCookie(choiceCookie, value, yearSeconds, secure)
}

/** A cookie that scripts may read. Over https nobody but this host can set one of its name. */
export function ownCookie(name: string, value: string, seconds: number, secure: boolean): string {
  const line = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax`
  return secure ? `__Host-${line}; Secure` : line
}

/** Somebody signed out here and the server could not be told. It ends the session at the next request that reaches it. */
export const signedOutCookie = 'signed-out'

/** The line of that cookie for `document.cookie`, or `Set-Cookie`; `false`: takes it away. */
export function signedOutLine(isOut: boolean, secure: boolean): string {
  return ownCookie(signedOutCookie, isOut ? '1' : '', isOut ? 30 * 24 * 3600 : 0, secure)
}
