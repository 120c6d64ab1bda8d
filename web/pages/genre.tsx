import { cursorIn } from '#web/api/cursor.ts'
import { Link } from 'react-router'
import type { AnswerOf } from '#contract/endpoint.ts'
import { type GenreChip, genreChips, getGenre } from '#contract/genre-page.ts'
import { genreLabel } from '#contract/genres.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Chip } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { words } from '#web/words/genre.ts'
import type { Route } from './+types/genre.ts'
import { askOf } from './ask.ts'
import { ComingSoon } from './genre/coming-soon.tsx'
import './genre/genre.css'
import { metaOf } from './meta.ts'
import { useDetails } from './use-details.tsx'
import { VideoGrid } from './video-grid.tsx'

const nothing: AnswerOf<typeof getGenre> = { items: [], next_cursor: null, any: false }

/** /genre/{genreName}, and /browse/genre?genreName= (ruling 7). A name of nothing is a genre without anything. */
export async function loader(args: Route.LoaderArgs) {
  const { searchParams } = args.url
  const params: { genreName?: string } = args.params
  const genre = (params.genreName ?? searchParams.get('genreName') ?? '').trim().slice(0, 60)
  const show = genreChips.find((one) => one === searchParams.get('show')) ?? 'all'
  const cursor = cursorIn(searchParams)
  const page = genre ? await askOf(args)(getGenre, { params: { genre }, query: { show, cursor } }) : nothing
  return { genre, show, page, later: cursor !== undefined }
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return []
  const { genre, show, page, later } = args.loaderData
  const label = genre ? genreLabel(genre) : words.unnamed
  return metaOf(args, {
    title: label,
    description: words.description(label),
    canonical: genre ? paths.genre(genre) : undefined,
    shelf: true,
    noindex: !page.any || later || show !== 'all',
  })
}

export default function GenrePage({ loaderData: { genre, show, page, later } }: Route.ComponentProps) {
  const label = genre ? genreLabel(genre) : words.unnamed
  return (
    <div className="page-inside genre-page">
      <header>
        <h1 className="poster-type genre-name">{label}</h1>
        {page.any && <p className="genre-line">{words.line(label)}</p>}
      </header>
      <nav className="chips" aria-label={words.filter}>
        {genreChips.map((chip) => (
          <Chip
            key={chip}
            pressed={show === chip}
            link={<Link to={chipPath(genre, chip)} preventScrollReset />}
          >
            {words.chips[chip]}
          </Chip>
        ))}
      </nav>
      {page.any ? (
        <Items genre={genre} show={show} page={page} later={later} />
      ) : (
        <ComingSoon genre={genre && label} />
      )}
    </div>
  )
}

function chipPath(genre: string, show: GenreChip, cursor?: string): string {
  const query = new URLSearchParams({ ...(show !== 'all' && { show }), ...(cursor && { cursor }) })
  const path = genre ? paths.genre(genre) : paths.genres
  return query.size ? `${path}?${query}` : path
}

type ItemsProps = Pick<Route.ComponentProps['loaderData'], 'genre' | 'show' | 'page' | 'later'>

function Items({ genre, show, page, later }: ItemsProps) {
  const [open, dialog] = useDetails()
  if (page.items.length === 0 && !later) {
    return (
      <EmptyState
        title={words.noneUnder[show]}
        action={
          <Link to={chipPath(genre, 'all')} className={buttonClass()}>
            {words.showAll}
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
        newest={later ? chipPath(genre, show) : undefined}
        older={page.next_cursor ? chipPath(genre, show, page.next_cursor) : undefined}
      />
      {dialog}
    </>
  )
}
