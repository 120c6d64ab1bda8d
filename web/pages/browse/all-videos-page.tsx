import { parsePageCursor } from '#web/api/page-cursor.ts'
import { ArrowLeft } from 'lucide-react'
import { Link, redirect } from 'react-router'
import { getCategoryByName, type CategoryName } from '#contract/discovery/categories.ts'
import { listCategoryRowItems } from '#contract/discovery/category-pages.ts'
import { listContent } from '#contract/content/content.ts'
import { CardLikeButton } from '#web/features/likes/card-like-button.tsx'
import { pagePaths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { homeMessages } from '#web/messages/browse/home.ts'
import { videoListMessages } from '#web/messages/browse/video-lists.ts'
import type { Route } from './+types/all-videos-page.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { buildPageMeta, getSiteInfoFromRouteMatches } from '../layout/page-meta.ts'
import { useSiteInfo } from '../layout/use-site-info.ts'
import { useContentDetailsDialog } from '../layout/use-content-details-dialog.tsx'
import { VideoGrid } from '../layout/video-grid.tsx'

/**
 * Loads one page of the full list that the "See all" link of a row opens. The path is /all/{category}/{row},
 * or /all/new for the home page.
 */
export async function loader(args: Route.LoaderArgs) {
  const api = createLoaderApiClient(args)
  const { list, row } = args.params
  const cursor = parsePageCursor(args.url.searchParams)
  const later = cursor !== undefined
  // The page with the videos by followed creators used to have this URL.
  if (row === undefined && list === 'following') throw redirect(pagePaths.following(cursor), 301)
  if (row === undefined && list === 'new') {
    const page = await api(listContent, { query: { cursor } })
    return { name: null, slug: null, title: null, page, later } as const
  }
  // Do not check the category here, because the API rejects unknown categories.
  const name = list as CategoryName
  const page = await api(listCategoryRowItems, {
    params: { category: name, row: row ?? '' },
    query: { cursor },
  })
  return { name, slug: row ?? '', title: page.title, page, later }
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return []
  const { name, later } = args.loaderData
  const title =
    args.loaderData.title ?? homeMessages.fresh({ site: getSiteInfoFromRouteMatches(args.matches).name })
  const full = name ? `${title} · ${getCategoryByName(name).label}` : title
  return buildPageMeta(args, {
    title: full,
    description: videoListMessages.description({ title }),
    listsUserContent: true,
    noindex: later,
  })
}

export default function AllVideosPage({ loaderData }: Route.ComponentProps) {
  const { name, slug, page, later } = loaderData
  const site = useSiteInfo()
  const title = loaderData.title ?? homeMessages.fresh({ site: site.name })
  const [open, dialog] = useContentDetailsDialog()
  const address = (cursor?: string) =>
    name ? pagePaths.categoryRow(name, slug, cursor) : pagePaths.newVideos(cursor)
  return (
    <div className="page-inside grid grid-cols-[minmax(0,1fr)] gap-7 pt-[clamp(28px,4vw,56px)]">
      <header>
        <Link
          to={name ? getCategoryByName(name).path : pagePaths.home}
          className="link inline-flex items-center gap-1.5"
        >
          <ArrowLeft size={18} aria-hidden="true" />{' '}
          {videoListMessages.backTo({ label: name ? getCategoryByName(name).label : videoListMessages.home })}
        </Link>
        <h1 className="mt-3 poster-type wrap-anywhere">{title}</h1>
      </header>
      {page.items.length === 0 && !later && <EmptyState title={videoListMessages.none} drawing="stage" />}
      <VideoGrid
        items={page.items}
        onDetails={open}
        showType={name === null}
        Like={name && getCategoryByName(name).cardLikes ? CardLikeButton : undefined}
        firstPagePath={later ? address() : undefined}
        nextPagePath={page.next_cursor ? address(page.next_cursor) : undefined}
      />
      {dialog}
    </div>
  )
}
