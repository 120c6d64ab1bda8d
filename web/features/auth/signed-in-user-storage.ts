/** Who is signed in, for the other tabs of this browser; '' for nobody. The browser tells them when it changes. */
const storageKey = 'signed-in'

export function storeSignedInUserId(id: string): void {
  try {
    localStorage.setItem(storageKey, id)
  } catch {
    // A browser that keeps nothing has nothing to tell.
  }
}

export function readSignedInUserId(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}
