import type { AsyncLocalStorage } from 'node:async_hooks'
import { isLocale, type Locale, sourceLocale } from './locales.ts'

/**
 * The storage in which the server keeps the locale of each request, email and job (run-in-locale.ts). During
 * development, page bundles contain their own copy of this module, so the storage is shared through the
 * global object.
 */
export const localeStorageKey = Symbol.for('afterbell.locale')

const shared = globalThis as { [localeStorageKey]?: AsyncLocalStorage<Locale> }

/** Returns the locale of the current request or email, or of the page in a browser. */
export function currentLocale(): Locale {
  const locale = shared[localeStorageKey]?.getStore() ?? globalThis.document?.documentElement.lang
  return isLocale(locale) ? locale : sourceLocale
}
