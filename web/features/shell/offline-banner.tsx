import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { useIsOffline } from '#web/network/use-is-offline.ts'
import { offlineMessages } from '#web/messages/site/offline.ts'

/**
 * The banner that is shown while the browser is offline. Links to saved pages still work
 * (`features/offline-pages`), and the banner links to the list of saved pages. Clicks on other links are
 * blocked until the connection returns. If such a click were not blocked, the browser would replace this page
 * with its own error page.
 */
export function OfflineBanner() {
  const isOffline = useIsOffline()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [blockedPath, setBlockedPath] = useState<string>()
  const [hasSavedPages, setHasSavedPages] = useState(false)
  useEffect(() => {
    if (!isOffline) return
    // When the browser saves its first page, it also saves the page that lists all saved pages.
    void isSaved(pagePaths.offline).then(setHasSavedPages)
    const blockNavigation = (event: MouseEvent) => {
      const path = getInternalLinkPath(event)
      if (!path) return
      event.preventDefault()
      event.stopPropagation()
      void openSavedPage(path).then((isOpen) => isOpen || setBlockedPath(path))
    }
    document.addEventListener('click', blockNavigation, true)
    return () => document.removeEventListener('click', blockNavigation, true)
  }, [isOffline])
  useEffect(() => {
    if (isOffline || !blockedPath) return
    void Promise.resolve(navigate(blockedPath)).then(() => setBlockedPath(undefined))
  }, [isOffline, blockedPath, navigate])
  return (
    <output className="offline">
      {isOffline && (
        <span className="offline-inside">
          <span>
            <b>{offlineMessages.title}.</b>{' '}
            {offlineMessages[blockedPath ? 'held' : hasSavedPages ? 'saved' : 'stay']}{' '}
            {hasSavedPages && pathname !== pagePaths.offline && (
              <a href={pagePaths.offline} className="offline-link">
                {offlineMessages.savedPages}
              </a>
            )}
          </span>
        </span>
      )}
    </output>
  )
}

async function isSaved(path: string): Promise<boolean> {
  // The Cache API does not exist on pages that are not loaded over https.
  return (await globalThis.caches?.match(path, { ignoreVary: true })) !== undefined
}

/** Returns false if the browser has not saved the page. */
async function openSavedPage(path: string): Promise<boolean> {
  if (!(await isSaved(path))) return false
  location.assign(path)
  return true
}

/**
 * Returns the path that a clicked link opens. Returns undefined if the click does not open another page of
 * this site in this tab.
 */
function getInternalLinkPath(event: MouseEvent): string | undefined {
  const link = (event.target as Element).closest('a')
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return
  const isHere = link.pathname === location.pathname && link.search === location.search
  return isHere ? undefined : link.pathname + link.search + link.hash
}
