/** Returns the storage prefix of all exports of a user, so that one call removes them all. */
export function dataExportStoragePrefix(userId: string): string {
  return `exports/${userId}`
}

export function dataExportStorageKey(userId: string, exportId: string): string {
  return `${dataExportStoragePrefix(userId)}/${exportId}.zip`
}
