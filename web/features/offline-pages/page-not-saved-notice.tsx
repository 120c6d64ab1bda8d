import { useEffect, useSyncExternalStore } from 'react'
import { offlinePagesMessages } from '#web/messages/site/offline-pages.ts'
import { waitUntilServerReachable } from '#web/network/wait-until-server-reachable.ts'
import { sanitizeNextPath } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'

/**
 * Says that the page whose path is in the `from` query parameter is not saved. The requested page opens
 * automatically once the server can be reached again. The server does not read `from`, because the browser
 * saves this page only once and shows it in place of every page that is not saved.
 */
export function PageNotSavedNotice() {
  const missingPath = useSyncExternalStore(subscribeToNothing, readMissingPath, () => undefined)
  useEffect(() => {
    if (!missingPath) return
    const unmounted = new AbortController()
    waitUntilOnline(unmounted.signal)
      .then(() => waitUntilServerReachable(unmounted.signal))
      .then(
        () => location.replace(missingPath),
        () => {}, // Ignore the error: the person has opened another page.
      )
    return () => unmounted.abort()
  }, [missingPath])
  if (!missingPath) return null
  return (
    <div role="alert">
      <p className="max-w-[70ch] font-semibold">{offlinePagesMessages.offline}</p>
      <a href={missingPath} className={getButtonClassName({}, 'mt-4')}>
        {offlinePagesMessages.retry}
      </a>
    </div>
  )
}

const subscribeToNothing = () => () => {}

function readMissingPath(): string | undefined {
  const from = new URLSearchParams(location.search).get('from')
  return from ? sanitizeNextPath(from, '/') : undefined
}

async function waitUntilOnline(signal: AbortSignal): Promise<void> {
  if (!navigator.onLine)
    await new Promise<void>((resolve) => addEventListener('online', () => resolve(), { once: true, signal }))
}
