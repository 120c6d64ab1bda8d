import { lazy, Suspense, useState } from 'react'
import { isRouteErrorResponse, Link } from 'react-router'
import { getSeries, listEpisodes, type SeriesDetail } from '#contract/content/series.ts'
import { pageSize } from '#contract/limits.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { parsePageCursor } from '#web/api/page-cursor.ts'
import { seriesMessages } from '#web/messages/watch/series.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'
import { pagePaths } from '#web/paths.ts'
import { CardCover } from '#web/ui/cards/card-cover.tsx'
import { displayedImageSizes } from '#web/ui/cards/responsive-images.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import type { Route } from './+types/series-page.ts'
import { buildPageMeta } from '../layout/page-meta.ts'
import { describeRouteError, GoHomeLink, RouteErrorPage } from '../layout/route-error-page.tsx'
import { EpisodeList } from './episode-list.tsx'
import { EpisodeNotificationsButton } from './episode-notifications-button.tsx'
import { PlaySeriesButtons } from './play-series-buttons.tsx'
import '#web/features/playlists/playlists.css'
import './series.css'

const LazyEditSeriesDialog = lazy(retryWhenOnline(() => import('./edit-series-dialog.tsx')))

export async function loader(args: Route.LoaderArgs) {
  const api = createLoaderApiClient(args)
  const { id } = args.params
  const cursor = parsePageCursor(args.url.searchParams)
  const series = await api(getSeries, { params: { id } })
  const wanted = Number(args.url.searchParams.get('season'))
  const { season } = series.seasons.find((one) => one.season === wanted) ?? series.seasons[0] ?? { season: 1 }
  const [page, first] = await Promise.all([
    api(listEpisodes, { params: { id }, query: { season, cursor, limit: pageSize.max } }),
    api(listEpisodes, { params: { id }, query: { limit: 1 } }),
  ])
  return { series, season, page, isFirst: cursor === undefined, firstVideoId: first.items[0]?.content.id }
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return []
  const { title, description, creator, cover_url } = args.loaderData.series
  return buildPageMeta(args, {
    title,
    description: description.slice(0, 200) || seriesMessages.seriesBy(creator.display_name),
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
          {seriesMessages.season(season)}
        </Link>
      ))}
    </nav>
  )
}

interface HeaderProps {
  series: SeriesDetail
  firstVideoId: string | undefined
}

function SeriesHeader({ series, firstVideoId }: HeaderProps) {
  const { id, title, description, creator, mine, cover_url, seasons } = series
  const [isEditing, setIsEditing] = useState(false)
  const count = seasons.reduce((sum, { episodes_count }) => sum + episodes_count, 0)
  return (
    <header className="playlist-head">
      <span className="card-cover playlist-cover">
        <CardCover title={title} cover={cover_url} sizes={displayedImageSizes.wide} priority />
      </span>
      <h1 className="playlist-title">{title}</h1>
      <Link
        to={creator.username ? pagePaths.creator(creator.username) : pagePaths.creatorById(creator.user_id)}
        className="link justify-self-start"
      >
        {creator.display_name}
      </Link>
      <p className="text-15 text-quiet">{seriesMessages.episodes(count)}</p>
      {description && <p className="wrap-anywhere whitespace-pre-line">{description}</p>}
      <div className="playlist-buttons">
        {firstVideoId && <PlaySeriesButtons seriesId={id} firstVideoId={firstVideoId} />}
        {mine ? (
          <Button className="needs-js" onClick={() => setIsEditing(true)}>
            {seriesMessages.edit}
          </Button>
        ) : (
          <EpisodeNotificationsButton key={series.notifications} series={series} />
        )}
      </div>
      {isEditing && (
        <Suspense>
          <LazyEditSeriesDialog series={series} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </header>
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
