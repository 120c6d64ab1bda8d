import type { AsyncLocalStorage } from 'node:async_hooks'
import { isLocale, type Locale, sourceLocale } from './locales.ts'

/*
 * The server sets the locale for each request, email and job. Page bundles contain their own copy of this module, so
 * the storage is shared through the global object.
 */
const storageKey = Symbol.for('afterbell.locale')
const shared = globalThis as { [storageKey]?: AsyncLocalStorage<Locale> }

/** Returns the locale of the current request or, in a browser, of the page. */
export function currentLocale(): Locale {
  const locale = shared[storageKey]?.getStore() ?? globalThis.document?.documentElement.lang
  return isLocale(locale) ? locale : sourceLocale
}

/** Sets where `currentLocale` finds the locale. Called once when a server process starts. */
export function setLocaleStorage(storage: AsyncLocalStorage<Locale>): void {
  shared[storageKey] = storage
}

/** Runs the function, and everything that it starts, in this locale. */
export function runInLocale<Result>(locale: Locale, run: () => Result): Result {
  const storage = shared[storageKey]
  return storage ? storage.run(locale, run) : run()
}
