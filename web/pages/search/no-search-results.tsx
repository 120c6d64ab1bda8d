import { Link } from 'react-router'
import type { Content } from '#contract/content/content.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { searchPageMessages } from '#web/messages/search/search-page.ts'
import { type SearchPageParams, hasSearchFilters, buildSearchPath } from './search-page-params.ts'
import { CategoryLinks, TrendingVideos } from './trending-and-categories.tsx'
import { DidYouMean } from './search-results.tsx'

interface NoSearchResultsProps {
  asked: SearchPageParams
  didYouMean: string | null
  trending: Content[]
}

export function NoSearchResults({ asked, didYouMean, trending }: NoSearchResultsProps) {
  const filtered = hasSearchFilters(asked)
  const clear = { type: undefined, genre: undefined, length: undefined, date: undefined }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> allows phrasing content only */}
      <div role="status">
        <EmptyState
          title={searchPageMessages.nothing({ q: asked.q })}
          drawing="lens"
          action={
            filtered && (
              <Link to={buildSearchPath(asked, clear)} className={getButtonClassName({ variant: 'primary' })}>
                {searchPageMessages.clear}
              </Link>
            )
          }
        >
          {filtered ? searchPageMessages.nothingFiltered : searchPageMessages.nothingHelp}
        </EmptyState>
      </div>
      {didYouMean && <DidYouMean asked={asked} suggestion={didYouMean} />}
      <TrendingVideos items={trending} />
      <CategoryLinks />
    </>
  )
}
