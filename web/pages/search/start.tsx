import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import type { Content } from '#contract/content.ts'
import {
  forgetSearch,
  forgetSearches,
  none,
  recentSearches,
  subscribe,
} from '#web/features/search-box/recent.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { words } from '#web/words/search.ts'
import { Browse, Trending } from './elsewhere.tsx'

/** The page before anything is asked for. */
export function Start({ trending }: { trending: Content[] }) {
  return (
    <>
      <Recent />
      <div className="search-start">
        <h2 className="search-heading">{words.start}</h2>
        <p className="text-quiet">{words.startHelp}</p>
      </div>
      <Trending items={trending} />
      <Browse />
    </>
  )
}

/** Read after hydration: the server does not know them, and shall not. */
function Recent() {
  const recent = useSyncExternalStore(subscribe, recentSearches, () => none)
  if (recent.length === 0) return null
  return (
    <section aria-labelledby="recent">
      <div className="search-heading-line">
        <h2 id="recent" className="search-heading">
          {words.recent}
        </h2>
        <Button variant="ghost" size="small" onClick={forgetSearches}>
          {words.forgetAll}
        </Button>
      </div>
      <ul className="recent-list">
        {recent.map((q) => (
          <li key={q} className="recent-one">
            <Link to={paths.search(q)} className="recent-link">
              {q}
            </Link>
            <IconButton
              bare
              size="small"
              label={words.forget(q)}
              icon={<X />}
              onClick={() => forgetSearch(q)}
            />
          </li>
        ))}
      </ul>
      <p className="text-13 text-quiet">{words.recentNote}</p>
    </section>
  )
}
