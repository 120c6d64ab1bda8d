import {
  parseCookieConsent,
  defaultCookieConsent,
  type CookieCategory,
  serializeSignedOutCookie,
} from '#contract/privacy/cookie-consent.ts'

/**
 * Whether the browser may store data of this category. The cookie policy (/cookies) promises
 * that all code asks here first.
 */
export function isStorageAllowed(group: CookieCategory): boolean {
  return (parseCookieConsent(globalThis.document?.cookie) ?? defaultCookieConsent(hasGlobalPrivacyControl()))[
    group
  ]
}

/**
 * The browser storage for personal settings; undefined if the person has turned
 * it off or the browser refuses.
 */
export function getSettingsStorage(): Storage | undefined {
  return isStorageAllowed('functional') ? getLocalStorage() : undefined
}

/**
 * Kept without the functional category: what an interrupted upload needs to resume,
 * and what signs out other tabs.
 */
const essentialKeys = /^(unfinished-uploads|signed-in)$/

/** Deletes everything that the functional category had stored, after it was turned off. */
export function clearSettingsStorage(): void {
  const kept = getLocalStorage()
  for (const key of Object.keys(kept ?? {})) if (!essentialKeys.test(key)) kept?.removeItem(key)
}

/** A deliberate sign-out also deletes unfinished uploads: both their titles and their bytes. */
export async function clearUnfinishedUploads(): Promise<void> {
  getLocalStorage()?.removeItem('unfinished-uploads')
  try {
    const root = await navigator.storage.getDirectory()
    await root.removeEntry('prepared-uploads', { recursive: true })
  } catch {
    // There is nothing to delete, or the browser has no such storage.
  }
}

/** Set when the server could not be reached for a sign-out; the next request tells it. */
export function setSignedOutCookie(): void {
  document.cookie = serializeSignedOutCookie(true, location.protocol === 'https:')
}

/**
 * Deletes stored searches on sign-out, so that the next person on this computer does not see them. The theme
 * and player settings stay.
 */
export function clearStoredSearches(): void {
  getLocalStorage()?.removeItem('recent-searches')
}

function hasGlobalPrivacyControl(): boolean {
  return (globalThis.navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
}

/** Reading the property throws if the browser refuses storage altogether. */
function getLocalStorage(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}
