/**
 * The local storage key for the id of the signed-in user. For signed-out visitors, the stored value is an
 * empty string. The `storage` event tells the browser's other tabs about changes.
 */
const storageKey = 'signed-in'

export function storeSignedInUserId(id: string): void {
  try {
    localStorage.setItem(storageKey, id)
  } catch {
    // If local storage is unavailable, tabs cannot be kept in sync.
  }
}

export function readSignedInUserId(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}
