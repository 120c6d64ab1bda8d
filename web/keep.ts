import { choiceIn, choiceUnsaid, type CookieGroup, signedOutLine } from '#contract/cookie-choice.ts'

/** May something of this group be kept in the browser? The cookie policy (/cookies) promises that everything asks here. */
export function mayKeep(group: CookieGroup): boolean {
  return (choiceIn(globalThis.document?.cookie) ?? choiceUnsaid(privacyControl()))[group]
}

/** The browser's storage for settings of the person's own; absent when they have switched it off, or the browser refuses. */
export function settings(): Storage | undefined {
  return mayKeep('functional') ? storage() : undefined
}

/** Kept even then: what an interrupted upload goes on with, and what tells other tabs of a sign-out. */
const essential = /^(unfinished-uploads|signed-in)$/

/** After functional was switched off: what it had kept goes. */
export function forgetSettings(): void {
  const kept = storage()
  for (const key of Object.keys(kept ?? {})) if (!essential.test(key)) kept?.removeItem(key)
}

/** Who signs out by their own hand leaves nothing of what they were uploading either: neither its title nor its bytes. */
export async function forgetUploads(): Promise<void> {
  storage()?.removeItem('unfinished-uploads')
  try {
    const root = await navigator.storage.getDirectory()
    await root.removeEntry('prepared-uploads', { recursive: true })
  } catch {
    // There are none, or the browser has no such place.
  }
}

/** The server could not be told of a sign-out: this tells it with the next request. */
export function rememberSignOut(): void {
  document.cookie = signedOutLine(true, location.protocol === 'https:')
}

/** Who signs out leaves no searches behind for the next person at this machine. Their theme and player stay as they are. */
export function forgetSearched(): void {
  storage()?.removeItem('recent-searches')
}

function privacyControl(): boolean {
  return (globalThis.navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
}

/** A browser may refuse storage altogether: reading the property throws. */
function storage(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}
