import type { Locale } from '../locales.ts'

/**
 * Replaces `i18n/current-locale.ts` in the browser bundle. The language of a page stays the same while the
 * page is open.
 */
export function currentLocale(): Locale {
  return document.documentElement.lang as Locale
}
