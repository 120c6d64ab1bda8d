import { useEffect } from 'react'
import { getChart } from '#contract/discovery/charts.ts'
import { getSearchResults } from '#contract/discovery/search.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import { addRecentSearch } from '#web/features/search/recent-searches.ts'
import { SearchForm } from '#web/features/search/search-form.tsx'
import { searchPageMessages } from '#web/messages/search/search-page.ts'
import type { Route } from './+types/search-page.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { buildPageMeta } from '../layout/page-meta.ts'
import { parseSearchPageParams } from './search-page-params.ts'
import { SearchFilters } from './search-filters.tsx'
import { NoSearchResults } from './no-search-results.tsx'
import { SearchResults } from './search-results.tsx'
import { SearchLanding } from './search-landing.tsx'
import './search.css'

const trendingCount = 8

export async function loader(args: Route.LoaderArgs) {
  const params = parseSearchPageParams(args.url.searchParams)
  const results = params.q
    ? await createLoaderApiClient(args)(getSearchResults, { query: params })
    : undefined
  const isEmpty = !results || (results.total === 0 && results.creators_total === 0)
  return { asked: params, found: results, trending: isEmpty ? await loadTrendingVideos(args) : [] }
}

/**
 * Loads the trending videos. If the trending videos cannot be loaded, the search page is shown without them.
 */
async function loadTrendingVideos(args: Route.LoaderArgs) {
  const chart = await createApiClientFromContext(args)(getChart, { query: { period: 'week' } }).catch(
    () => undefined,
  )
  return chart?.places.slice(0, trendingCount).map(({ item }) => item) ?? []
}

export function meta(args: Route.MetaArgs) {
  const q = args.loaderData?.asked.q
  return buildPageMeta(args, {
    title: q ? searchPageMessages.titleOf({ q }) : searchPageMessages.title,
    description: searchPageMessages.description,
    noindex: true,
  })
}

export default function SearchPage({
  loaderData: { asked, found, trending: popular },
}: Route.ComponentProps) {
  useSaveRecentSearch(found?.q)
  return (
    <div className="page-inside search-page">
      <h1 className="display text-40">{searchPageMessages.title}</h1>
      <div className="search-main">
        <SearchForm key={asked.q} id="page" defaultValue={asked.q} />
      </div>
      {found && <SearchFilters asked={asked} />}
      {!found && <SearchLanding trending={popular} />}
      {found && found.total + found.creators_total === 0 && (
        <NoSearchResults asked={asked} didYouMean={found.did_you_mean} trending={popular} />
      )}
      {found && found.total + found.creators_total > 0 && <SearchResults asked={asked} found={found} />}
    </div>
  )
}

/** Saves the search query only in this browser. The server does not store what people search for. */
function useSaveRecentSearch(q: string | undefined) {
  useEffect(() => {
    if (q) addRecentSearch(q)
  }, [q])
}
