import { pagePaths } from '#web/paths.ts'
import { registerOfflineWorker } from './offline-pages-setting.ts'
import { deleteOldPages, savePage } from './saved-pages.ts'

/**
 * Saves the offline page, the home page and the current page. The pages are saved one after another, so that
 * other requests are not delayed for long. Failures are ignored, because opening the next list triggers
 * another attempt.
 */
export async function saveCurrentPage(path: string, userId: string): Promise<void> {
  try {
    await registerOfflineWorker()
    for (const each of new Set([path, pagePaths.offline, pagePaths.home])) await savePage(each, userId)
    await deleteOldPages()
  } catch {
    // Ignore the error: the server is unreachable, the storage is full, or the browser denies access to
    // storage.
  }
}
