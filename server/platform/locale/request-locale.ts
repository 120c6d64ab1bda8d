import type { Context } from 'hono'
import { detectFromCookie, detectFromHeader, detectFromQuery, type DetectorOptions } from 'hono/language'
import { languageCookieName } from '#contract/privacy/language-cookie.ts'
import { type Locale, sourceLocale } from '#i18n/locales.ts'
import type { HonoEnv } from '../http/routes.ts'
import type { Viewer } from '../http/viewer.ts'
import { getAvailableLocales } from './localized-build.ts'

/**
 * Returns the locale of a request. In order of precedence, the locale comes from the URL (for links from
 * search engines), from the account, from the language chosen in this browser, or from the language that the
 * browser requests.
 */
export function getRequestLocale(c: Context<HonoEnv>, viewer: Viewer | null): Locale {
  const passed = c.env?.passed?.locale
  if (passed) return passed
  const options = getDetectorOptions()
  const found =
    detectFromQuery(c, options) ??
    getAvailableLocales().find((locale) => viewer?.kind === 'member' && locale === viewer.language) ??
    detectFromCookie(c, options) ??
    detectFromCookie(c, { ...options, lookupCookie: `__Host-${languageCookieName}` }) ??
    detectFromHeader(c, options)
  return (found as Locale | undefined) ?? sourceLocale
}

let detectorOptions: DetectorOptions | undefined

function getDetectorOptions(): DetectorOptions {
  detectorOptions ??= {
    order: ['querystring', 'cookie', 'header'],
    lookupQueryString: 'lang',
    lookupCookie: languageCookieName,
    lookupFromHeaderKey: 'accept-language',
    lookupFromPathIndex: 0,
    caches: false,
    ignoreCase: true,
    fallbackLanguage: sourceLocale,
    supportedLanguages: [...getAvailableLocales()],
  }
  return detectorOptions
}
