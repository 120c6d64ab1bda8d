import { settings } from '#web/keep.ts'

/** What was searched of late, newest first: in this browser only, and only as the cookie choice allows. The server keeps nothing. */
const key = 'recent-searches'
const most = 8

export const none: readonly string[] = []

let read = { raw: '[]', list: none }

/** The same list until it changes, as `useSyncExternalStore` wants it. */
export function recentSearches(): readonly string[] {
  const raw = stored()
  if (raw !== read.raw) read = { raw, list: parse(raw) }
  return read.list
}

export function rememberSearch(q: string): void {
  const others = recentSearches().filter((one) => one.toLowerCase() !== q.toLowerCase())
  keep([q, ...others].slice(0, most))
}

export function forgetSearch(q: string): void {
  keep(recentSearches().filter((one) => one !== q))
}

export function forgetSearches(): void {
  keep([])
}

const listeners = new Set<() => void>()

/** Hears of changes here and in other tabs. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function keep(list: readonly string[]): void {
  try {
    if (list.length) settings()?.setItem(key, JSON.stringify(list))
    else settings()?.removeItem(key)
  } catch {
    // Storage is full or refused: then nothing is remembered.
  }
  for (const listener of listeners) listener()
}

function stored(): string {
  try {
    return settings()?.getItem(key) ?? '[]'
  } catch {
    return '[]'
  }
}

function parse(raw: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(raw)
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string').slice(0, most) : none
  } catch {
    return none
  }
}
