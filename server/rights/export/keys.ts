/** Where the copies of somebody's data lie: all of them, so that one removal forgets them. */
export function exportsOf(userId: string): string {
  return `exports/${userId}`
}

export function exportKey(userId: string, exportId: string): string {
  return `${exportsOf(userId)}/${exportId}.zip`
}
