import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { canSavePageOffline } from '#web/paths.ts'
import { areOfflinePagesEnabled } from './offline-pages-setting.ts'

/**
 * The delay before a list page is saved, in milliseconds. The delay exists because the images on a newly
 * opened page are still loading.
 */
const delayMs = 1000

/** Saves each list page that a person opens, if offline pages are turned on in this browser. */
export function useOfflinePages(userId: string | undefined): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (!canSavePageOffline(pathname) || !areOfflinePagesEnabled()) return
    // The list page is saved even if the person opens another page in the meantime.
    setTimeout(async () => {
      if (!navigator.onLine) return
      const { saveCurrentPageOffline: saveCurrentPage } = await import('./save-current-page-offline.ts')
      await saveCurrentPage(pathname + search, userId ?? '')
    }, delayMs)
  }, [pathname, search, userId])
}
