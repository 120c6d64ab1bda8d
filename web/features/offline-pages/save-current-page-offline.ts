import { pagePaths } from '#web/paths.ts'
import { registerOfflineWorker } from './offline-pages-setting.ts'
import { deleteOldOfflinePages, savePageOffline } from './offline-page-cache.ts'

/**
 * Saves the offline page, the home page and the current page. The pages are saved one after the other, so that
 * they delay no other request for long. A failure is ignored, because the next visited list is another attempt.
 */
export async function saveCurrentPageOffline(path: string, userId: string): Promise<void> {
  try {
    await registerOfflineWorker()
    for (const each of new Set([path, pagePaths.offline, pagePaths.home])) await savePageOffline(each, userId)
    await deleteOldOfflinePages()
  } catch {
    // The server is unreachable, the storage is full, or the browser has no permission to store data.
  }
}
