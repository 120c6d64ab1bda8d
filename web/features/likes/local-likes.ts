import { getSettingsStorage } from '#web/browser-storage.ts'

/**
 * Likes on movie and TV cards are stored only in this browser. For each item, the browser stores a like count
 * and whether the viewer has liked the item (specification, section 3).
 */
export interface LocalLikeState {
  count: number
  mine: boolean
}

export const initialLocalLikeState: LocalLikeState = { count: 0, mine: false }

const keyOf = (id: string) => `like:${id}`
const cachedLikes = new Map<string, LocalLikeState>()
const listeners = new Set<() => void>()

/** Until a like changes, each call returns the same object, as `useSyncExternalStore` requires. */
export function getLocalLikeState(id: string): LocalLikeState {
  const cached = cachedLikes.get(id)
  if (cached) return cached
  const read = parse(getSettingsStorage()?.getItem(keyOf(id)))
  cachedLikes.set(id, read)
  return read
}

/** Adds this browser's like to a movie or TV item. Liking the same item a second time has no effect. */
export function addLocalLike(id: string): void {
  const { count, mine } = getLocalLikeState(id)
  if (mine) return
  const next = { count: count + 1, mine: true }
  cachedLikes.set(id, next)
  try {
    getSettingsStorage()?.setItem(keyOf(id), JSON.stringify(next))
  } catch {
    // If local storage is full or disabled, the like is kept only until the page is closed.
  }
  for (const listener of listeners) listener()
}

export function subscribeToLocalLikes(listener: () => void): () => void {
  // If another tab changes a like, the cached copy in this tab is out of date.
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key?.startsWith('like:')) cachedLikes.delete(event.key.slice(5))
    listener()
  }
  listeners.add(listener)
  globalThis.addEventListener?.('storage', fromOtherTab)
  return () => {
    listeners.delete(listener)
    globalThis.removeEventListener?.('storage', fromOtherTab)
  }
}

/** Parses an item's like state from local storage. The contents of local storage are untrusted. */
function parse(text: string | null | undefined): LocalLikeState {
  try {
    const { count, mine } = JSON.parse(text ?? 'null') as LocalLikeState
    return Number.isInteger(count) && count >= 0 ? { count, mine: mine === true } : initialLocalLikeState
  } catch {
    return initialLocalLikeState
  }
}
