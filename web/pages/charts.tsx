import { Link } from 'react-router'
import { category } from '#contract/categories.ts'
import { chartCategories, getChart, periods } from '#contract/charts.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { CategoryIcon } from '#web/ui/category-icon.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { categoryOf } from '#web/ui/hue.ts'
import { words } from '#web/words/charts.ts'
import type { Route } from './+types/charts.ts'
import { askOf } from './ask.ts'
import './charts/charts.css'
import { PlaceRow } from './charts/place.tsx'
import { metaOf } from './meta.ts'

interface Asked {
  period: (typeof periods)[number]
  category: (typeof chartCategories)[number] | undefined
}

export async function loader(args: Route.LoaderArgs) {
  const wanted = args.url.searchParams
  const asked: Asked = {
    period: periods.find((one) => one === wanted.get('period')) ?? 'week',
    category: chartCategories.find((one) => one === wanted.get('category')),
  }
  return { asked, ...(await askOf(args)(getChart, { query: asked })) }
}

export function meta(args: Route.MetaArgs) {
  return metaOf(args, {
    title: words.title,
    description: words.description,
    canonical: paths.charts,
    shelf: true,
  })
}

export default function ChartsPage({ loaderData: { asked, places } }: Route.ComponentProps) {
  const { period } = asked
  return (
    <>
      <header className="charts-head">
        <div className="page-inside">
          <h1 className="poster-type">{words.title}</h1>
          <p className="charts-line">{words.line}</p>
          <Choices asked={asked} />
        </div>
      </header>
      <div className="page-inside charts-body">
        {places.length === 0 && <Empty />}
        <ol className="places" aria-label={`${words.title}: ${words.periods[period]}`}>
          {places.map((place) => (
            <PlaceRow key={place.item.id} place={place} />
          ))}
        </ol>
        {places.length > 0 && <p className="charts-end">{words.caughtUp}</p>}
        <aside className="charts-how" aria-labelledby="how">
          <h2 id="how" className="text-21">
            {words.howTitle}
          </h2>
          <p>{words.formula(period)}</p>
          <p className="text-quiet">{words.arrows(period)}</p>
        </aside>
      </div>
    </>
  )
}

function Choices({ asked }: { asked: Asked }) {
  return (
    <>
      <nav className="chips" aria-label={words.period}>
        {periods.map((period) => (
          <Chip
            key={period}
            pressed={asked.period === period}
            link={<Link to={chartPath({ ...asked, period })} preventScrollReset />}
          >
            {words.periods[period]}
          </Chip>
        ))}
      </nav>
      <nav className="chips" aria-label={words.category}>
        <Chip
          pressed={!asked.category}
          link={<Link to={chartPath({ ...asked, category: undefined })} preventScrollReset />}
        >
          {words.overall}
        </Chip>
        {chartCategories.map((name) => (
          <Chip
            key={name}
            pressed={asked.category === name}
            icon={<CategoryIcon category={categoryOf(category(name).types[0]!)} size={18} />}
            link={<Link to={chartPath({ ...asked, category: name })} preventScrollReset />}
          >
            {category(name).label}
          </Chip>
        ))}
      </nav>
    </>
  )
}

function chartPath({ period, category: name }: Asked): string {
  const query = new URLSearchParams({ ...(period !== 'week' && { period }), ...(name && { category: name }) })
  return query.size ? `${paths.charts}?${query}` : paths.charts
}

function Empty() {
  return (
    <EmptyState
      title={words.empty}
      drawing="stage"
      action={
        <Link to={paths.home} className={buttonClass({ variant: 'primary' })}>
          {words.browse}
        </Link>
      }
    >
      {words.emptyHelp}
    </EmptyState>
  )
}
