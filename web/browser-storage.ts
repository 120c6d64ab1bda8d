import {
  parseCookieConsent,
  defaultCookieConsent,
  type CookieCategory,
  serializeSignedOutCookie,
} from '#contract/privacy/cookie-consent.ts'

/** May something of this group be kept in the browser? The cookie policy (/cookies) promises that everything asks here. */
export function isStorageAllowed(group: CookieCategory): boolean {
  return (parseCookieConsent(globalThis.document?.cookie) ?? defaultCookieConsent(hasGlobalPrivacyControl()))[
    group
  ]
}

/** The browser's storage for settings of the person's own; absent when they have switched it off, or the browser refuses. */
export function getSettingsStorage(): Storage | undefined {
  return isStorageAllowed('functional') ? getLocalStorage() : undefined
}

/** Kept even then: what an interrupted upload goes on with, and what tells other tabs of a sign-out. */
const essentialKeys = /^(unfinished-uploads|signed-in)$/

/** After functional was switched off: what it had kept goes. */
export function clearSettingsStorage(): void {
  const kept = getLocalStorage()
  for (const key of Object.keys(kept ?? {})) if (!essentialKeys.test(key)) kept?.removeItem(key)
}

/** Who signs out by their own hand leaves nothing of what they were uploading either: neither its title nor its bytes. */
export async function clearUnfinishedUploads(): Promise<void> {
  getLocalStorage()?.removeItem('unfinished-uploads')
  try {
    const root = await navigator.storage.getDirectory()
    await root.removeEntry('prepared-uploads', { recursive: true })
  } catch {
    // There are none, or the browser has no such place.
  }
}

/** The server could not be told of a sign-out: this tells it with the next request. */
export function setSignedOutCookie(): void {
  document.cookie = serializeSignedOutCookie(true, location.protocol === 'https:')
}

/** Who signs out leaves no searches behind for the next person at this machine. Their theme and player stay as they are. */
export function clearStoredSearches(): void {
  getLocalStorage()?.removeItem('recent-searches')
}

function hasGlobalPrivacyControl(): boolean {
  return (globalThis.navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
}

/** A browser may refuse storage altogether: reading the property throws. */
function getLocalStorage(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}
