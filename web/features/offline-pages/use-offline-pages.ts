import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { isSavedForOffline } from '#web/paths.ts'
import { areOfflinePagesOn } from './offline-pages-setting.ts'

/** The delay before a list is saved, in milliseconds, because the images of a new list are still loading. */
const delayMs = 1000

/** Saves each list that a person opens, if offline pages are on in this browser. */
export function useOfflinePages(userId: string | undefined): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (!isSavedForOffline(pathname) || !areOfflinePagesOn()) return
    // The list is saved even if the person opens another page in the meantime.
    setTimeout(async () => {
      if (!navigator.onLine) return
      const { saveCurrentPage } = await import('./save-current-page.ts')
      await saveCurrentPage(pathname + search, userId ?? '')
    }, delayMs)
  }, [pathname, search, userId])
}
