import type { Locale } from '../locales.ts'

/** Replaces `i18n/current-locale.ts` in the browser bundle. The language of a page does not change. */
export function currentLocale(): Locale {
  return document.documentElement.lang as Locale
}
