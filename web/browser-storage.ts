import {
  parseCookieConsent,
  getDefaultCookieConsent,
  type CookieCategory,
  serializeOfflineSignOutCookie,
} from '#contract/privacy/cookies.ts'

/**
 * Returns whether the visitor's consent allows the browser to store data of this category. The cookie policy
 * (/cookies) promises that all code checks the visitor's consent before it stores data.
 */
export function isStorageAllowed(group: CookieCategory): boolean {
  return (parseCookieConsent(globalThis.document?.cookie) ??
    getDefaultCookieConsent(hasGlobalPrivacyControl()))[group]
}

/**
 * Returns the browser storage for personal settings. Returns undefined if the cookie category `functional` is
 * disabled or the browser denies access to storage.
 */
export function getSettingsStorage(): Storage | undefined {
  return isStorageAllowed('functional') ? getLocalStorage() : undefined
}

/**
 * The storage keys of unfinished work: unfinished uploads, the upload queue and unsaved captions. Storing
 * data under these keys needs no consent. Storing the id of the signed-in user, which keeps tabs in sync,
 * needs no consent either.
 */
const unfinishedWorkKeys = /^(unfinished-uploads$|upload-queue$|caption-edits:)/

/**
 * Deletes all stored data that requires consent, after the user has disabled the cookie category
 * `functional`.
 */
export function clearSettingsStorage(): void {
  const kept = getLocalStorage()
  for (const key of Object.keys(kept ?? {}))
    if (key !== 'signed-in' && !unfinishedWorkKeys.test(key)) kept?.removeItem(key)
  void clearOfflinePages()
}

/**
 * When the user signs out manually, deletes unsaved captions and the titles and bytes of unfinished uploads.
 */
export async function clearUnfinishedUploads(): Promise<void> {
  const kept = getLocalStorage()
  for (const key of Object.keys(kept ?? {})) if (unfinishedWorkKeys.test(key)) kept?.removeItem(key)
  try {
    const root = await navigator.storage.getDirectory()
    await root.removeEntry('prepared-uploads', { recursive: true })
  } catch {
    // Ignore the error: either the folder for preprocessed upload files does not exist, or the browser has no
    // private file system.
  }
}

/**
 * Sets the sign-out cookie. Call this function if a sign-out request could not reach the server. The next
 * request that reaches the server sends the cookie, and the server then ends the session.
 */
export function setOfflineSignOutCookie(): void {
  document.cookie = serializeOfflineSignOutCookie(true, location.protocol === 'https:')
}

/**
 * Deletes the stored searches on sign-out, so the next person on this computer does not see them. The theme
 * and the player settings are kept on sign-out.
 */
export function clearStoredSearches(): void {
  getLocalStorage()?.removeItem('recent-searches')
}

/**
 * Deletes the playback positions of other accounts, and the records of which positions have been sent to the
 * server. The data for the account with the given id is kept. If no id is given, the data for signed-out
 * visitors is kept.
 */
export function clearOtherAccountsPlaybackPositions(userId = ''): void {
  const kept = getLocalStorage()
  for (const key of Object.keys(kept ?? {}))
    if (/^(positions|history-uploaded):./.test(key) && !key.endsWith(`:${userId}`)) kept?.removeItem(key)
}

const offlinePageCacheName = /^offline-page:([^:]*):(.*)$/s

/**
 * Returns the name of the cache that stores a page for offline use. `userId` is empty for a signed-out
 * visitor.
 */
export function getOfflinePageCacheName(userId: string, path: string): string {
  return `offline-page:${userId}:${path}`
}

/** Returns undefined if this is not the name of an offline page's cache. */
export function parseOfflinePageCacheName(name: string): { userId: string; path: string } | undefined {
  const [, userId, path] = offlinePageCacheName.exec(name) ?? []
  return userId !== undefined && path !== undefined ? { userId, path } : undefined
}

/**
 * Deletes the pages that this browser has saved for offline use. If an account id is given, the pages saved
 * for this account are kept. If the id is empty, the pages saved for signed-out visitors are kept.
 */
export async function clearOfflinePages(exceptUserId?: string): Promise<void> {
  // The Cache API does not exist on pages that are not loaded over https.
  for (const name of (await globalThis.caches?.keys()) ?? []) {
    const page = parseOfflinePageCacheName(name)
    if (page && page.userId !== exceptUserId) await caches.delete(name)
  }
}

function hasGlobalPrivacyControl(): boolean {
  return (globalThis.navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
}

/** Accessing `localStorage` throws if the browser blocks all storage. */
function getLocalStorage(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}
