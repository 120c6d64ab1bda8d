import { AsyncLocalStorage } from 'node:async_hooks'
import { localeStorageKey } from './current-locale.ts'
import type { Locale } from './locales.ts'

const shared = globalThis as { [localeStorageKey]?: AsyncLocalStorage<Locale> }

/** Runs the function, and everything that it calls, in this locale. */
export function runInLocale<Result>(locale: Locale, run: () => Result): Result {
  const storage = (shared[localeStorageKey] ??= new AsyncLocalStorage())
  return storage.run(locale, run)
}
