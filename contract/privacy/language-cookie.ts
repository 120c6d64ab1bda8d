import { serializeCookie } from './cookies.ts'

/** The cookie with the language that a visitor has chosen in this browser. */
export const languageCookieName = 'language'
const yearSeconds = 365 * 24 * 3600

/** Reads the language from a Cookie header or `document.cookie`. The value may be any tag. */
export function readLanguageCookie(cookies: string | null | undefined): string | undefined {
  return /(?:^|;\s*)(?:__Host-)?language=([\w-]+)/.exec(cookies ?? '')?.[1]
}

export function serializeLanguageCookie(language: string, secure: boolean): string {
  return serializeCookie(languageCookieName, language, yearSeconds, secure)
}
