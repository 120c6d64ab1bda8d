import { offlinePagesMessages } from '#web/messages/site/offline-pages.ts'
import { navigationMessages } from '#web/messages/site/navigation.ts'
import { pagePaths } from '#web/paths.ts'
import { RelativeTime } from '#web/ui/formatting/relative-time.tsx'
import type { CachedOfflinePage } from './offline-page-cache.ts'

/**
 * The pages that can be opened without a connection. The links load a new document instead of using the
 * router, because the service worker saves whole documents.
 */
export function OfflinePageList({ pages }: { pages: CachedOfflinePage[] }) {
  return (
    <section aria-labelledby="saved-pages">
      <h2 id="saved-pages" className="text-28">
        {offlinePagesMessages.saved}
      </h2>
      {pages.length === 0 ? (
        <p className="mt-2 text-quiet">{offlinePagesMessages.none}</p>
      ) : (
        <ul className="mt-2 grid">
          {pages.map(({ path, title, savedAt }) => (
            <li key={path}>
              <a href={path} className="link inline-flex min-h-11 items-center font-semibold">
                <bdi>{path === pagePaths.home ? navigationMessages.home : title}</bdi>
              </a>{' '}
              <RelativeTime
                at={savedAt}
                className="text-quiet"
                formatText={(age) => `${offlinePagesMessages.savedAt} ${age}`}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
