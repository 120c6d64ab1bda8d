import type { Page } from '@playwright/test'

/**
 * Returns the SHA-256 hash of each file that is waiting in the browser's origin private file system (OPFS) to
 * be uploaded.
 */
export function readPendingUploadHashes(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle('prepared-uploads', { create: true })
    const hashes: string[] = []
    for await (const handle of folder.values()) {
      const bytes = await (await (handle as FileSystemFileHandle).getFile()).arrayBuffer()
      const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
      hashes.push(Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join(''))
    }
    return hashes
  })
}

/** Limits this page's upload bandwidth from now on. */
export async function throttleUpload(page: Page, bytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  })
}
