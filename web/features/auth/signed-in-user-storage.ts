/**
 * The local storage key of the signed-in user's id, or '' if signed out. The `storage` event notifies this
 * browser's other tabs of changes.
 */
const storageKey = 'signed-in'

export function storeSignedInUserId(id: string): void {
  try {
    localStorage.setItem(storageKey, id)
  } catch {
    // Without local storage, tabs cannot be kept in sync.
  }
}

export function readSignedInUserId(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}
