import { parsePageCursor } from '#web/api/page-cursor.ts'
import { Link } from 'react-router'
import type { ResponseOf } from '#contract/endpoint.ts'
import { type GenreFilter, genreFilters, getGenrePage } from '#contract/discovery/genre-pages.ts'
import { genreLabel } from '#contract/discovery/genre-names.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Chip } from '#web/ui/controls/chip.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { genrePageMessages } from '#web/messages/browse/genre-pages.ts'
import type { Route } from './+types/genre-page.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { EmptyGenre } from './empty-genre.tsx'
import './genre.css'
import { buildPageMeta } from '../layout/page-meta.ts'
import { useContentDetailsDialog } from '../layout/use-content-details-dialog.tsx'
import { VideoGrid } from '../layout/video-grid.tsx'

const emptyGenrePage: ResponseOf<typeof getGenrePage> = { items: [], next_cursor: null, any: false }

/**
 * The page of one genre: /genre/{genreName} or /browse/genre?genreName=. If the genre is unknown, the page
 * looks the same as for a genre without videos.
 */
export async function loader(args: Route.LoaderArgs) {
  const { searchParams } = args.url
  const params: { genreName?: string } = args.params
  const genre = (params.genreName ?? searchParams.get('genreName') ?? '').trim().slice(0, 60)
  const show = genreFilters.find((one) => one === searchParams.get('show')) ?? 'all'
  const cursor = parsePageCursor(searchParams)
  const page = genre
    ? await createLoaderApiClient(args)(getGenrePage, { params: { genre }, query: { show, cursor } })
    : emptyGenrePage
  return { genre, show, page, later: cursor !== undefined }
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return []
  const { genre, show, page, later } = args.loaderData
  const label = genre ? genreLabel(genre) : genrePageMessages.unnamed
  return buildPageMeta(args, {
    title: label,
    description: genrePageMessages.description({ genre: label }),
    canonical: genre ? pagePaths.genre(genre) : undefined,
    listsUserContent: true,
    noindex: !page.any || later || show !== 'all',
  })
}

export default function GenrePage({ loaderData: { genre, show, page, later } }: Route.ComponentProps) {
  const label = genre ? genreLabel(genre) : genrePageMessages.unnamed
  return (
    <div className="page-inside genre-page">
      <header>
        <h1 className="poster-type genre-name">{label}</h1>
        {page.any && <p className="genre-line">{genrePageMessages.line({ genre: label })}</p>}
      </header>
      <nav className="chips" aria-label={genrePageMessages.filter}>
        {genreFilters.map((chip) => (
          <Chip
            key={chip}
            pressed={show === chip}
            link={<Link to={buildGenrePath(genre, chip)} preventScrollReset />}
          >
            {genrePageMessages.chips[chip]}
          </Chip>
        ))}
      </nav>
      {page.any ? (
        <GenreVideos genre={genre} show={show} page={page} later={later} />
      ) : (
        <EmptyGenre genre={genre && label} />
      )}
    </div>
  )
}

function buildGenrePath(genre: string, show: GenreFilter, cursor?: string): string {
  const query = new URLSearchParams({ ...(show !== 'all' && { show }), ...(cursor && { cursor }) })
  const path = genre ? pagePaths.genre(genre) : pagePaths.genres
  return query.size ? `${path}?${query}` : path
}

type GenreVideosProps = Pick<Route.ComponentProps['loaderData'], 'genre' | 'show' | 'page' | 'later'>

function GenreVideos({ genre, show, page, later }: GenreVideosProps) {
  const [open, dialog] = useContentDetailsDialog()
  if (page.items.length === 0 && !later) {
    return (
      <EmptyState
        title={genrePageMessages.noneUnder[show]}
        action={
          <Link to={buildGenrePath(genre, 'all')} className={getButtonClassName()}>
            {genrePageMessages.showAll}
          </Link>
        }
      />
    )
  }
  return (
    <>
      <VideoGrid
        items={page.items}
        onDetails={open}
        showType
        firstPagePath={later ? buildGenrePath(genre, show) : undefined}
        nextPagePath={page.next_cursor ? buildGenrePath(genre, show, page.next_cursor) : undefined}
      />
      {dialog}
    </>
  )
}
