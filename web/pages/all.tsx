import { cursorIn } from '#web/api/cursor.ts'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { category, type CategoryName } from '#contract/categories.ts'
import { getCategoryRow } from '#contract/category-pages.ts'
import { listContent } from '#contract/content.ts'
import { CardLike } from '#web/features/like-button/card-like.tsx'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { words as home } from '#web/words/home.ts'
import { words } from '#web/words/lists.ts'
import type { Route } from './+types/all.ts'
import { askOf } from './ask.ts'
import { metaOf } from './meta.ts'
import { useDetails } from './use-details.tsx'
import { VideoGrid } from './video-grid.tsx'

/** Everything in a row, a page at a time (ruling 35): /all/{category}/{row}, and /all/new and /all/following of Home. */
export async function loader(args: Route.LoaderArgs) {
  const ask = askOf(args)
  const { list, row } = args.params
  const cursor = cursorIn(args.url.searchParams)
  const later = cursor !== undefined
  if (row === undefined && (list === 'new' || list === 'following')) {
    const followed = list === 'following' ? ({ followed: 'true' } as const) : {}
    const page = await ask(listContent, { query: { ...followed, cursor } })
    const title = list === 'new' ? words.allNew : home.followed
    return { list, name: null, title, page, later } as const
  }
  // What is no category has no such row: the API says so.
  const name = list as CategoryName
  const page = await ask(getCategoryRow, { params: { category: name, row: row ?? '' }, query: { cursor } })
  return { list, name, title: page.title, page, later }
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return []
  const { name, title, later } = args.loaderData
  const full = name ? `${title} · ${category(name).label}` : title
  return metaOf(args, { title: full, description: words.description(title), shelf: true, noindex: later })
}

export default function AllPage({ loaderData }: Route.ComponentProps) {
  const { name, title, page, later } = loaderData
  const [open, dialog] = useDetails()
  const address = (cursor?: string) =>
    name ? paths.wholeRow(name, title, cursor) : paths.allOf(loaderData.list, cursor)
  return (
    <div className="page-inside grid grid-cols-[minmax(0,1fr)] gap-7 pt-[clamp(28px,4vw,56px)]">
      <header>
        <Link to={name ? category(name).path : paths.home} className="link inline-flex items-center gap-1.5">
          <ArrowLeft size={18} aria-hidden="true" /> {words.backTo(name ? category(name).label : words.home)}
        </Link>
        <h1 className="mt-3 poster-type wrap-anywhere">{title}</h1>
      </header>
      {page.items.length === 0 && !later && <EmptyState title={words.none} drawing="stage" />}
      <VideoGrid
        items={page.items}
        onDetails={open}
        showType={name === null}
        Like={name && category(name).cardLikes ? CardLike : undefined}
        newest={later ? address() : undefined}
        older={page.next_cursor ? address(page.next_cursor) : undefined}
      />
      {dialog}
    </div>
  )
}
