import { Link } from 'react-router'
import { type Figures, type FigureSeries, spans } from '#contract/figures.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { bytes } from '#web/ui/bytes.ts'
import { Chip } from '#web/ui/chip.tsx'
import { words } from '#web/words/figures.ts'
import { Chart } from './chart.tsx'
import { Processes, Queues } from './now.tsx'
import '../mod.css'
import './figures.css'

interface Drawn {
  series: [FigureSeries] | [FigureSeries, FigureSeries]
  say(value: number): string
  unit?(most: number): number
}

const inBytes = { say: bytes, unit: () => 1024 ** 2 }
const inSeconds = { say: words.seconds, unit: (most: number) => (most >= 120 ? 60 : 1) }

/** What is drawn, in this order: what people notice first, what it hangs on last. */
const charts: Record<keyof typeof words.charts, Drawn> = {
  traffic: { series: ['requests'], say: words.count },
  answers: { series: ['p50', 'p95'], ...inSeconds },
  failed: { series: ['failed'], say: words.count },
  listeners: { series: ['listeners'], say: words.count },
  waiting: { series: ['films_waiting', 'jobs_waiting'], say: words.count },
  oldest: { series: ['oldest'], ...inSeconds },
  speed: { series: ['speed'], say: words.times },
  uploads: { series: ['uploads'], say: words.count },
  bytes: { series: ['upload_rate'], ...inBytes },
  storage: { series: ['storage_errors'], say: words.count },
  database: { series: ['connections', 'waiting_connections'], say: words.count },
  processor: { series: ['cores'], say: words.count },
  memory: { series: ['memory'], ...inBytes },
  delay: { series: ['delay'], ...inSeconds },
}

/** How the site is and has been: what waits, who works, and small charts of the last hours. */
export function FiguresView({ figures, hours }: { figures: Figures; hours: (typeof spans)[number] }) {
  const begin = Date.parse(figures.from)
  const timeOf = (step: number) => new Date(begin + step * figures.step_minutes * 60_000)
  return (
    <div className="mod">
      <header className="mod-head">
        <h1 className="text-40">{words.title}</h1>
        <Link to={paths.mod()} className={buttonClass({ size: 'small' })}>
          {words.back}
        </Link>
      </header>
      <p className="text-quiet">{words.lead}</p>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- filters are no fieldset of a form */}
      <div className="chips" role="group" aria-label={words.spans}>
        {spans.map((one) => (
          <Chip key={one} pressed={one === hours} link={<Link to={paths.figures(one)} />}>
            {words.span(one)}
          </Chip>
        ))}
      </div>
      <div className="mod-columns">
        <Processes processes={figures.processes} />
        <Queues queues={figures.queues} />
      </div>
      <div className="charts">
        {Object.entries(charts).map(([name, { series, ...chart }]) => (
          <Chart
            key={name}
            title={words.charts[name as keyof typeof charts]}
            lines={series.map((one) => ({ series: one, values: figures.points[one] }))}
            {...chart}
            timeOf={timeOf}
          />
        ))}
      </div>
    </div>
  )
}
