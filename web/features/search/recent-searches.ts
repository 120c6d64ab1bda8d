import { getSettingsStorage } from '#web/browser-storage.ts'

/**
 * The recent searches, newest first. Recent searches are stored only in this browser, never on the server,
 * and only if the visitor has consented to cookies.
 */
const storageKey = 'recent-searches'
const maxRecentSearches = 8

export const initialRecentSearches: readonly string[] = []

let cachedSearches = { raw: '[]', list: initialRecentSearches }

/** Returns the same list until a search is added or deleted, as `useSyncExternalStore` requires. */
export function getRecentSearches(): readonly string[] {
  const raw = readStoredSearches()
  if (raw !== cachedSearches.raw) cachedSearches = { raw, list: parseSearches(raw) }
  return cachedSearches.list
}

export function addRecentSearch(q: string): void {
  const others = getRecentSearches().filter((one) => one.toLowerCase() !== q.toLowerCase())
  storeSearches([q, ...others].slice(0, maxRecentSearches))
}

export function removeRecentSearch(q: string): void {
  storeSearches(getRecentSearches().filter((one) => one !== q))
}

export function clearRecentSearches(): void {
  storeSearches([])
}

const listeners = new Set<() => void>()

/** Notifies subscribers when the recent searches change in this tab or another. */
export function subscribeToRecentSearches(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function storeSearches(list: readonly string[]): void {
  try {
    if (list.length) getSettingsStorage()?.setItem(storageKey, JSON.stringify(list))
    else getSettingsStorage()?.removeItem(storageKey)
  } catch {
    // If local storage is full or disabled, the search is not stored.
  }
  for (const listener of listeners) listener()
}

function readStoredSearches(): string {
  try {
    return getSettingsStorage()?.getItem(storageKey) ?? '[]'
  } catch {
    return '[]'
  }
}

function parseSearches(raw: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(raw)
    return Array.isArray(list)
      ? list.filter((one) => typeof one === 'string').slice(0, maxRecentSearches)
      : initialRecentSearches
  } catch {
    return initialRecentSearches
  }
}
