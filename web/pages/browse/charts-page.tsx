import { Link } from 'react-router'
import { getCategoryByName } from '#contract/discovery/categories.ts'
import { chartCategories, getChart, chartPeriods } from '#contract/discovery/charts.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { CategoryIcon } from '#web/ui/cards/category-icon.tsx'
import { Chip } from '#web/ui/controls/chip.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { getCategoryHue } from '#web/ui/cards/category-hue.ts'
import { chartsMessages } from '#web/messages/browse/charts.ts'
import type { Route } from './+types/charts-page.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import './charts.css'
import { ChartEntryRow } from './chart-entry-row.tsx'
import { buildPageMeta } from '../layout/page-meta.ts'

interface ChartQuery {
  period: (typeof chartPeriods)[number]
  category: (typeof chartCategories)[number] | undefined
}

export async function loader(args: Route.LoaderArgs) {
  const searchParams = args.url.searchParams
  const chartQuery: ChartQuery = {
    period: chartPeriods.find((one) => one === searchParams.get('period')) ?? 'week',
    category: chartCategories.find((one) => one === searchParams.get('category')),
  }
  return { asked: chartQuery, ...(await createLoaderApiClient(args)(getChart, { query: chartQuery })) }
}

export function meta(args: Route.MetaArgs) {
  return buildPageMeta(args, {
    title: chartsMessages.title,
    description: chartsMessages.description,
    canonical: pagePaths.charts,
    listsUserContent: true,
  })
}

export default function ChartsPage({ loaderData: { asked, places } }: Route.ComponentProps) {
  const { period } = asked
  return (
    <>
      <header className="charts-head">
        <div className="page-inside">
          <h1 className="poster-type">{chartsMessages.title}</h1>
          <p className="charts-line">{chartsMessages.line}</p>
          <ChartFilters asked={asked} />
        </div>
      </header>
      <div className="page-inside charts-body">
        {places.length === 0 && <EmptyChart />}
        <ol className="places" aria-label={`${chartsMessages.title}: ${chartsMessages.periods[period]}`}>
          {places.map((place) => (
            <ChartEntryRow key={place.item.id} place={place} />
          ))}
        </ol>
        {places.length > 0 && <p className="charts-end">{chartsMessages.caughtUp}</p>}
        <aside className="charts-how" aria-labelledby="how">
          <h2 id="how" className="text-21">
            {chartsMessages.howTitle}
          </h2>
          <p>{chartsMessages.formula(period)}</p>
          <p className="text-quiet">{chartsMessages.arrows({ period })}</p>
        </aside>
      </div>
    </>
  )
}

function ChartFilters({ asked }: { asked: ChartQuery }) {
  return (
    <>
      <nav className="chips" aria-label={chartsMessages.period}>
        {chartPeriods.map((period) => (
          <Chip
            key={period}
            pressed={asked.period === period}
            link={<Link to={buildChartPath({ ...asked, period })} preventScrollReset />}
          >
            {chartsMessages.periods[period]}
          </Chip>
        ))}
      </nav>
      <nav className="chips" aria-label={chartsMessages.category}>
        <Chip
          pressed={!asked.category}
          link={<Link to={buildChartPath({ ...asked, category: undefined })} preventScrollReset />}
        >
          {chartsMessages.overall}
        </Chip>
        {chartCategories.map((name) => (
          <Chip
            key={name}
            pressed={asked.category === name}
            icon={<CategoryIcon category={getCategoryHue(getCategoryByName(name).types[0]!)} size={18} />}
            link={<Link to={buildChartPath({ ...asked, category: name })} preventScrollReset />}
          >
            {getCategoryByName(name).label}
          </Chip>
        ))}
      </nav>
    </>
  )
}

function buildChartPath({ period, category: name }: ChartQuery): string {
  const query = new URLSearchParams({ ...(period !== 'week' && { period }), ...(name && { category: name }) })
  return query.size ? `${pagePaths.charts}?${query}` : pagePaths.charts
}

function EmptyChart() {
  return (
    <EmptyState
      title={chartsMessages.empty}
      drawing="stage"
      action={
        <Link to={pagePaths.home} className={getButtonClassName({ variant: 'primary' })}>
          {chartsMessages.browse}
        </Link>
      }
    >
      {chartsMessages.emptyHelp}
    </EmptyState>
  )
}
