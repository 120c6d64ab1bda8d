/**
 * The signed-in user's id for this browser's other tabs; '' if signed out. The `storage`
 * event notifies them of changes.
 */
const storageKey = 'signed-in'

export function storeSignedInUserId(id: string): void {
  try {
    localStorage.setItem(storageKey, id)
  } catch {
    // A browser without storage has no other tabs to sync.
  }
}

export function readSignedInUserId(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}
