import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { canSavePageOffline } from '#web/paths.ts'
import { areOfflinePagesEnabled } from './offline-pages-setting.ts'

/** The images of a list that has just appeared are still loading. */
const delayMs = 1000

/** Saves each list that a person opens, if offline pages are on in this browser. */
export function useOfflinePages(userId: string | undefined): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (!canSavePageOffline(pathname) || !areOfflinePagesEnabled()) return
    // The list is saved even if the person opens another page in the meantime.
    setTimeout(async () => {
      if (!navigator.onLine) return
      const { saveCurrentPageOffline: saveCurrentPage } = await import('./save-current-page-offline.ts')
      await saveCurrentPage(pathname + search, userId ?? '')
    }, delayMs)
  }, [pathname, search, userId])
}
