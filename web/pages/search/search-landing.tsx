import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import type { Content } from '#contract/content/content.ts'
import {
  removeRecentSearch,
  clearRecentSearches,
  initialRecentSearches,
  getRecentSearches,
  subscribeToRecentSearches,
} from '#web/features/search/recent-searches.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { searchPageMessages } from '#web/messages/search/search-page.ts'
import { CategoryLinks, TrendingVideos } from './trending-and-categories.tsx'

/** The content of the search page before the user has entered a query. */
export function SearchLanding({ trending }: { trending: Content[] }) {
  return (
    <>
      <RecentSearches />
      <div className="search-start">
        <h2 className="search-heading">{searchPageMessages.start}</h2>
        <p className="text-quiet">{searchPageMessages.startHelp}</p>
      </div>
      <TrendingVideos items={trending} />
      <CategoryLinks />
    </>
  )
}

/**
 * The recent searches are shown only after hydration, because they are stored in the browser and must not be
 * sent to the server.
 */
function RecentSearches() {
  const recent = useSyncExternalStore(
    subscribeToRecentSearches,
    getRecentSearches,
    () => initialRecentSearches,
  )
  if (recent.length === 0) return null
  return (
    <section aria-labelledby="recent">
      <div className="search-heading-line">
        <h2 id="recent" className="search-heading">
          {searchPageMessages.recent}
        </h2>
        <Button variant="ghost" size="small" onClick={clearRecentSearches}>
          {searchPageMessages.forgetAll}
        </Button>
      </div>
      <ul className="recent-list">
        {recent.map((q) => (
          <li key={q} className="recent-one">
            <Link to={pagePaths.search(q)} className="recent-link">
              {q}
            </Link>
            <IconButton
              bare
              size="small"
              label={searchPageMessages.forget({ q })}
              icon={<X />}
              onClick={() => removeRecentSearch(q)}
            />
          </li>
        ))}
      </ul>
      <p className="text-13 text-quiet">{searchPageMessages.recentNote}</p>
    </section>
  )
}
