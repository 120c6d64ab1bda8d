import { Link, redirect } from 'react-router'
import { listTaggedContent } from '#contract/content/tags.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { parsePageCursor } from '#web/api/page-cursor.ts'
import { tagMessages } from '#web/messages/browse/tags.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import type { Route } from './+types/tag-page.ts'
import { buildPageMeta } from '../layout/page-meta.ts'
import { useContentDetailsDialog } from '../layout/use-content-details-dialog.tsx'
import { VideoGrid } from '../layout/video-grid.tsx'

/**
 * Loads one page of the list of videos with a tag. If the URL contains another spelling of the tag, redirects
 * the visitor to the URL with the canonical spelling.
 */
export async function loader(args: Route.LoaderArgs) {
  const cursor = parsePageCursor(args.url.searchParams)
  const written = args.params.tag
  const page = await createLoaderApiClient(args)(listTaggedContent, {
    params: { tag: written },
    query: { cursor },
  })
  if (page.tag !== written) throw redirect(pagePaths.tag(page.tag), 301)
  return { ...page, later: cursor !== undefined }
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return []
  const { tag, items, later } = args.loaderData
  return buildPageMeta(args, {
    title: tagMessages.name({ tag }),
    description: tagMessages.description({ tag }),
    listsUserContent: true,
    noindex: later || items.length === 0,
  })
}

export default function TagPage({ loaderData }: Route.ComponentProps) {
  const { tag, items, next_cursor: next, later } = loaderData
  const [open, dialog] = useContentDetailsDialog()
  return (
    <div className="page-inside grid grid-cols-[minmax(0,1fr)] gap-7 pt-[clamp(28px,4vw,56px)]">
      <h1 className="poster-type wrap-anywhere">{tagMessages.name({ tag })}</h1>
      {items.length === 0 && !later && (
        <EmptyState
          title={tagMessages.none}
          drawing="stage"
          action={
            <Link to={pagePaths.search(tag.replaceAll('-', ' '))} className={getButtonClassName()}>
              {tagMessages.search}
            </Link>
          }
        >
          {tagMessages.noneText}
        </EmptyState>
      )}
      <VideoGrid
        items={items}
        onDetails={open}
        showType
        firstPagePath={later ? pagePaths.tag(tag) : undefined}
        nextPagePath={next ? pagePaths.tag(tag, next) : undefined}
      />
      {dialog}
    </div>
  )
}
