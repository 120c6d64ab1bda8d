import { emptyCategoryMessages, ownCategoryRows } from '#contract/discovery/category-rows.ts'
import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { getCategoryByName, type CategoryName } from '#contract/discovery/categories.ts'
import { getCategory } from '#contract/discovery/category-pages.ts'
import { listSeries } from '#contract/content/series-lists.ts'
import { type Content } from '#contract/content/content.ts'
import { toContentType } from '#contract/content/content-types.ts'
import { useAuth } from '#web/features/auth/auth-provider.tsx'
import { ContentCard } from '#web/features/content/content-card.tsx'
import { CardLikeButton } from '#web/features/likes/card-like-button.tsx'
import { SeriesCard } from '#web/features/series/series-card.tsx'
import { SeeAllLink } from '#web/features/content/see-all-link.tsx'
import { findCategoryByPath, pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { getCardRowImageSizes } from '#web/ui/cards/responsive-images.ts'
import { CardRow } from '#web/ui/cards/card-row.tsx'
import type { Route } from './+types/category-page.ts'
import { categoryDescriptions } from '#web/messages/browse/category-descriptions.ts'
import { categoryPageMessages } from '#web/messages/browse/category-pages.ts'
import { seriesListMessages } from '#web/messages/watch/series-lists.ts'
import { likeButtonMessages } from '#web/messages/watch/likes.ts'
import { createLoaderApiClientForOptionalData } from '#web/api/loader-api-client.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'
import { CategoryLayout } from './category-layout.tsx'
import { LazyLiveNowRow } from './lazy-live-now-row.tsx'
import { LazyScheduledBroadcastsRow } from './lazy-scheduled-broadcasts-row.tsx'
import { loadScheduledBroadcasts, loadLiveNow } from './load-broadcast-lists.ts'
import { buildPageMeta } from '../layout/page-meta.ts'
import { useContentDetailsDialog } from '../layout/use-content-details-dialog.tsx'

const LazyGoLiveLink = lazy(retryWhenOnline(() => import('../broadcast/go-live-link.tsx')))

export async function loader(args: Route.LoaderArgs) {
  const name = findCategoryByPath(args.url.pathname) ?? 'movies'
  const list = createLoaderApiClientForOptionalData(args)
  const emptyCategory = { rows: [], mine: [], mine_more: false }
  const [category, series, liveNow, scheduledBroadcasts] = await Promise.all([
    list(getCategory, { params: { category: name } }, emptyCategory),
    getCategoryByName(name).types.includes('tv_show') ? list(listSeries, { query: {} }, noSeries) : noSeries,
    name === 'live' ? loadLiveNow(args) : [],
    name === 'live' ? loadScheduledBroadcasts(args) : [],
  ])
  return { name, ...category, series: series.items, liveNow, scheduledBroadcasts }
}

const noSeries = { items: [], next_cursor: null }

export function meta(args: Route.MetaArgs) {
  const name = args.loaderData?.name ?? 'movies'
  const { label, path } = getCategoryByName(name)
  return buildPageMeta(args, {
    title: label,
    description: categoryDescriptions[name],
    canonical: path,
    listsUserContent: true,
  })
}

export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const [open, dialog] = useContentDetailsDialog()
  const { name, rows, mine, series, liveNow, scheduledBroadcasts } = loaderData
  const { me } = useAuth()
  // After a failed sign-out, `me` is null, but the page still contains the data of the previous user. Check
  // `me` before using the data.
  const videoRows = me && mine.length ? [...rows, { ...ownCategoryRows[name], items: mine }] : rows
  return (
    <CategoryLayout
      name={name}
      action={
        name === 'live' &&
        me?.may_broadcast && (
          <Suspense>
            <LazyGoLiveLink variant="ink" />
          </Suspense>
        )
      }
    >
      <LazyLiveNowRow items={liveNow} />
      <LazyScheduledBroadcastsRow items={scheduledBroadcasts} />
      {videoRows.length + liveNow.length + scheduledBroadcasts.length === 0 && <EmptyCategory name={name} />}
      {series.length > 0 && (
        <CardRow title={seriesListMessages.list} className="row-compact">
          {series.map((one, place) => (
            <SeriesCard key={one.id} series={one} showCreator priority={place === 0} />
          ))}
        </CardRow>
      )}
      {videoRows.map(({ slug, title, items }, index) => (
        <CardRow
          key={slug}
          title={title}
          more={<SeeAllLink to={pagePaths.categoryRow(name, slug)} title={title} />}
        >
          {items.map((item, place) => (
            <ContentCard
              key={item.id}
              item={item}
              onDetails={open}
              like={renderCardLike(name, item)}
              priority={series.length === 0 && index === 0 && place === 0}
              sizes={getCardRowImageSizes(items.length)}
              heading="h3"
            />
          ))}
        </CardRow>
      ))}
      {videoRows.length > 0 && getCategoryByName(name).cardLikes && (
        <p className="text-15 text-quiet">{likeButtonMessages.onDeviceNote}</p>
      )}
      {dialog}
    </CategoryLayout>
  )
}

function renderCardLike(name: CategoryName, { id, title }: Content) {
  return getCategoryByName(name).cardLikes ? <CardLikeButton id={id} title={title} /> : undefined
}

function EmptyCategory({ name }: { name: CategoryName }) {
  const { upload } = getCategoryByName(name)
  const empty = emptyCategoryMessages[name]
  return (
    <div data-hue={toContentType(upload)}>
      <EmptyState
        title={empty.title}
        drawing="stage"
        action={
          <Link to={pagePaths.uploadPage(upload)} className={getButtonClassName({ variant: 'primary' })}>
            <Plus aria-hidden="true" />{' '}
            {categoryPageMessages.upload({ noun: categoryPageMessages.pages[name].noun })}
          </Link>
        }
      >
        {empty.text}
      </EmptyState>
    </div>
  )
}
