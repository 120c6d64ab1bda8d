import { useEffect } from 'react'
import { getChart } from '#contract/charts.ts'
import { getSearch } from '#contract/search.ts'
import { apiOf } from '#web/api/context.ts'
import { rememberSearch } from '#web/features/search-box/recent.ts'
import { SearchForm } from '#web/features/search-box/search-form.tsx'
import { words } from '#web/words/search.ts'
import type { Route } from './+types/search.ts'
import { askOf } from './ask.ts'
import { metaOf } from './meta.ts'
import { askedOf } from './search/asked.ts'
import { Filters } from './search/filters.tsx'
import { Nothing } from './search/nothing.tsx'
import { Results } from './search/results.tsx'
import { Start } from './search/start.tsx'
import './search/search.css'

const trendingCards = 8

export async function loader(args: Route.LoaderArgs) {
  const asked = askedOf(args.url.searchParams)
  const found = asked.q ? await askOf(args)(getSearch, { query: asked }) : undefined
  const isEmpty = !found || (found.total === 0 && found.creators_total === 0)
  return { asked, found, trending: isEmpty ? await trending(args) : [] }
}

/** A help, not the page: without it the page is still there. */
async function trending(args: Route.LoaderArgs) {
  const chart = await apiOf(args)(getChart, { query: { period: 'week' } }).catch(() => undefined)
  return chart?.places.slice(0, trendingCards).map(({ item }) => item) ?? []
}

export function meta(args: Route.MetaArgs) {
  const q = args.loaderData?.asked.q
  return metaOf(args, {
    title: q ? words.titleOf(q) : words.title,
    description: words.description,
    noindex: true,
  })
}

export default function SearchPage({
  loaderData: { asked, found, trending: popular },
}: Route.ComponentProps) {
  useRemembered(found?.q)
  return (
    <div className="page-inside search-page">
      <h1 className="display text-40">{words.title}</h1>
      <div className="search-main">
        <SearchForm key={asked.q} id="page" defaultValue={asked.q} />
      </div>
      {found && <Filters asked={asked} />}
      {!found && <Start trending={popular} />}
      {found && found.total + found.creators_total === 0 && (
        <Nothing asked={asked} didYouMean={found.did_you_mean} trending={popular} />
      )}
      {found && found.total + found.creators_total > 0 && <Results asked={asked} found={found} />}
    </div>
  )
}

/** In this browser only: the server keeps no searches. */
function useRemembered(q: string | undefined) {
  useEffect(() => {
    if (q) rememberSearch(q)
  }, [q])
}
