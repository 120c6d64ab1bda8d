import { serializeCookie } from './cookies.ts'

/** The cookie with the language that a visitor has chosen in this browser. */
export const languageCookieName = 'language'
const yearSeconds = 365 * 24 * 3600

export function serializeLanguageCookie(language: string, secure: boolean): string {
  return serializeCookie(languageCookieName, language, yearSeconds, secure)
}
