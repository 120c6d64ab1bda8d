/** Returns the storage prefix of all exports of a user, so that one call removes them all. */
export function exportStoragePrefix(userId: string): string {
  return `exports/${userId}`
}

export function exportStorageKey(userId: string, exportId: string): string {
  return `${exportStoragePrefix(userId)}/${exportId}.zip`
}
