/** Where the copies of somebody's data lie: all of them, so that one removal forgets them. */
export function exportStoragePrefix(userId: string): string {
  return `exports/${userId}`
}

export function exportStorageKey(userId: string, exportId: string): string {
  return `${exportStoragePrefix(userId)}/${exportId}.zip`
}
