import type { FigureSeries } from '#contract/figures.ts'
import { words } from '#web/words/figures.ts'
import { areaBelow, height, lineThrough, roundTop } from './drawing.ts'

export interface ChartProps {
  title: string
  /** One or two. */
  lines: { series: FigureSeries; values: readonly (number | null)[] }[]
  /** A value in words. */
  say(value: number): string
  /** What counts as one where the most is so much: 1024² for bytes, a minute for minutes. */
  unit?(most: number): number
  /** The time of a step. */
  timeOf(step: number): Date
}

/** One small chart. What it shows is said in words beside it, and stands in a table behind it. */
export function Chart({ title, lines, say, unit, timeOf }: ChartProps) {
  const steps = lines[0]?.values.length ?? 0
  const told = lines.flatMap(({ values }) => values).filter((value) => value !== null)
  const most = Math.max(0, ...told)
  const top = roundTop(most, unit?.(most))
  return (
    <figure className="chart">
      <figcaption>
        <h2 className="text-17">{title}</h2>
        {lines.map((line) => (
          <p key={line.series} className="chart-say">
            {lines.length > 1 && <span className="chart-name">{words.lines[line.series]}</span>}
            <InWords {...line} say={say} timeOf={timeOf} />
          </p>
        ))}
      </figcaption>
      <div className="chart-plot">
        <span className="chart-top">{say(top)}</span>
        <svg viewBox={`0 0 ${steps - 1} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {lines.length === 1 && <path className="chart-area" d={areaBelow(lines[0]!.values, top)} />}
          {lines.map(({ series, values }) => (
            <path key={series} className="chart-line" d={lineThrough(values, top)} />
          ))}
        </svg>
        <p className="chart-times">
          <time dateTime={timeOf(0).toISOString()}>{dayAndClock(timeOf(0))}</time>
          <Clock at={timeOf(steps)} />
        </p>
      </div>
      <details className="chart-table">
        <summary aria-label={words.tableOf(title)}>{words.table}</summary>
        <Table title={title} lines={lines} say={say} timeOf={timeOf} />
      </details>
    </figure>
  )
}

type Line = ChartProps['lines'][number] & Pick<ChartProps, 'say' | 'timeOf'>

/** The newest value and the highest. */
function InWords({ values, say, timeOf }: Line) {
  const last = values.findLast((value) => value !== null)
  if (last === undefined || last === null) return words.none
  const most = Math.max(...values.filter((value) => value !== null))
  const at = clockOf(timeOf(values.indexOf(most)))
  return (
    <>
      <strong>{words.now(say(last))}</strong> {most > last && words.most(say(most), at)}
    </>
  )
}

/** Not more rows than one reads: a dozen, the newest one last. */
function Table({ title, lines, say, timeOf }: Omit<ChartProps, 'unit'>) {
  const steps = lines[0]?.values.length ?? 0
  const every = Math.max(1, Math.ceil(steps / 12))
  const rows = Array.from({ length: steps }, (_, step) => step).filter(
    (step) => (steps - 1 - step) % every === 0,
  )
  return (
    <table>
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{words.time}</th>
          {lines.map(({ series }) => (
            <th key={series} scope="col">
              {words.lines[series]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((step) => (
          <tr key={step}>
            <th scope="row">
              <Clock at={timeOf(step)} />
            </th>
            {lines.map(({ series, values }) => {
              const value = values[step] ?? null
              return <td key={series}>{value === null ? words.nothing : say(value)}</td>
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Clock({ at }: { at: Date }) {
  return <time dateTime={at.toISOString()}>{clockOf(at)}</time>
}

function dayAndClock(at: Date): string {
  const day = at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
  return `${day}, ${clockOf(at)}`
}

/** `14:20`, in UTC: the same on the server and in every browser. */
function clockOf(at: Date): string {
  return at.toISOString().slice(11, 16)
}
