import { pagePaths } from '#web/paths.ts'
import { registerOfflineWorker } from './offline-pages-setting.ts'
import { deleteOldOfflinePages, savePageOffline } from './offline-page-cache.ts'

/**
 * Saves the offline page, the home page and the page that is currently open. The pages are saved one after
 * another, so other requests are not delayed for long. Failures to save are ignored, because opening the next
 * list page triggers another attempt.
 */
export async function saveCurrentPageOffline(path: string, userId: string): Promise<void> {
  try {
    await registerOfflineWorker()
    for (const each of new Set([path, pagePaths.offline, pagePaths.home])) await savePageOffline(each, userId)
    await deleteOldOfflinePages()
  } catch {
    // Ignore the error: the server is unreachable, the storage is full, or the browser denies access to
    // storage.
  }
}
