import { isRouteErrorResponse, Link } from 'react-router'
import { getSeries, listEpisodes, type SeriesDetail } from '#contract/content/series.ts'
import { pageSizeLimits } from '#contract/limits.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { parsePageCursor } from '#web/api/page-cursor.ts'
import { seriesMessages } from '#web/messages/watch/series.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import type { Route } from './+types/series-page.ts'
import { buildPageMeta } from '../layout/page-meta.ts'
import { describeRouteError, GoHomeLink, RouteErrorPage } from '../layout/route-error-page.tsx'
import { EpisodeList } from './episode-list.tsx'
import { SeriesHeader } from './series-header.tsx'
import '#web/features/playlists/playlists.css'
import './series.css'

export async function loader(args: Route.LoaderArgs) {
  const api = createLoaderApiClient(args)
  const { id } = args.params
  const cursor = parsePageCursor(args.url.searchParams)
  const series = await api(getSeries, { params: { id } })
  const wanted = Number(args.url.searchParams.get('season'))
  const { season } = series.seasons.find((one) => one.season === wanted) ?? series.seasons[0] ?? { season: 1 }
  const [page, first] = await Promise.all([
    api(listEpisodes, { params: { id }, query: { season, cursor, limit: pageSizeLimits.max } }),
    api(listEpisodes, { params: { id }, query: { limit: 1 } }),
  ])
  return { series, season, page, isFirst: cursor === undefined, firstVideoId: first.items[0]?.content.id }
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return []
  const { title, description, creator, cover_url } = args.loaderData.series
  return buildPageMeta(args, {
    title,
    description: description.slice(0, 200) || seriesMessages.seriesBy({ name: creator.display_name }),
    image: cover_url,
    noindex: true,
  })
}

export default function SeriesPage({ loaderData }: Route.ComponentProps) {
  const { series, season, page, isFirst, firstVideoId } = loaderData
  const { id, mine } = series
  return (
    <div className="page-inside playlist-page" data-hue="tv_show">
      <SeriesHeader key={id} series={series} firstVideoId={firstVideoId} />
      <div className="grid min-w-0 gap-5">
        {series.seasons.length === 0 ? (
          <EmptyState
            title={seriesMessages.empty}
            action={
              <Link to={pagePaths.uploadPage('show')} className={getButtonClassName({ variant: 'primary' })}>
                {seriesMessages.upload}
              </Link>
            }
          >
            {seriesMessages.emptyOwn}
          </EmptyState>
        ) : (
          <SeasonTabs series={series} season={season} />
        )}
        <EpisodeList key={`${id} ${season}`} seriesId={id} mine={mine} season={season} items={page.items} />
        <div className="flex flex-wrap gap-2">
          {!isFirst && (
            <Link to={pagePaths.series(id, { season })} className={getButtonClassName()}>
              {seriesMessages.first}
            </Link>
          )}
          {page.next_cursor && (
            <Link
              to={pagePaths.series(id, { season, cursor: page.next_cursor })}
              className={getButtonClassName()}
            >
              {seriesMessages.next}
            </Link>
          )}
        </div>
      </div>
    </div>
  )
}

function SeasonTabs({ series: { id, seasons }, season: current }: { series: SeriesDetail; season: number }) {
  return (
    <nav aria-label={seriesMessages.seasonsLabel} className="season-tabs">
      {seasons.map(({ season }) => (
        <Link
          key={season}
          to={pagePaths.series(id, { season })}
          preventScrollReset
          replace
          className="chip"
          aria-current={season === current ? 'true' : undefined}
        >
          {seriesMessages.season({ season })}
        </Link>
      ))}
    </nav>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404)
    return <RouteErrorPage {...describeRouteError(error)} />
  return (
    <>
      <title>{seriesMessages.notFound}</title>
      <meta name="robots" content="noindex" />
      <EmptyState heading="h1" title={seriesMessages.notFound} drawing="lens" action={<GoHomeLink />}>
        {seriesMessages.notFoundText}
      </EmptyState>
    </>
  )
}
