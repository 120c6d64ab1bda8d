/** Who is signed in, for the other tabs of this browser; '' for nobody. The browser tells them when it changes. */
const key = 'signed-in'

export function share(id: string): void {
  try {
    localStorage.setItem(key, id)
  } catch {
    // A browser that keeps nothing has nothing to tell.
  }
}

export function readShared(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
