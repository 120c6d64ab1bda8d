import type { Context } from 'hono'
import { DEFAULT_OPTIONS, detectFromHeader, normalizeLanguage } from 'hono/language'
import { type Locale, sourceLocale } from '#i18n/locales.ts'
import { readLanguageCookie } from '#contract/privacy/language-cookie.ts'
import type { HonoEnv } from '../http/routes.ts'
import type { Viewer } from '../http/viewer.ts'
import { availableLocales } from './localized-build.ts'

/**
 * Returns the locale of a request: the one in the URL (for links of search engines), else the language of the
 * account, else the one that was chosen in this browser, else the one that the browser asks for.
 */
export function localeOfRequest(c: Context<HonoEnv>, viewer: Viewer | null): Locale {
  const passed = c.env?.passed?.locale
  if (passed) return passed
  const cookie = c.req.header('cookie')
  const found =
    supportedLocale(c.req.query('lang')) ??
    supportedLocale(viewer?.kind === 'member' ? viewer.language : null) ??
    supportedLocale(cookie && readLanguageCookie(cookie)) ??
    detectFromHeader(c, options())
  return (found as Locale | undefined) ?? sourceLocale
}

/** Returns the closest locale that pages can have, for example `es` for `es-MX`. */
function supportedLocale(tag: string | null | undefined): string | undefined {
  return tag ? normalizeLanguage(tag, options()) : undefined
}

let detectorOptions: typeof DEFAULT_OPTIONS | undefined

function options(): typeof DEFAULT_OPTIONS {
  detectorOptions ??= { ...DEFAULT_OPTIONS, supportedLanguages: [...availableLocales()] }
  return detectorOptions
}
