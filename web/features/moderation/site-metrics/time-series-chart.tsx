import { formatDate } from '#i18n/formats.ts'
import { siteMetricsMessages } from '#web/messages/moderation/site-metrics.ts'
import { buildAreaPath, chartHeight, buildLinePath, roundUpAxisMax } from './chart-paths.ts'

export interface TimeSeriesChartProps {
  title: string
  /** The lines in the chart. A chart has one or two lines. */
  lines: { label: string; values: readonly (number | null)[] }[]
  formatValue(value: number): string
  /**
   * Returns the unit for rounding the maximum of the axis, for example 1024² for bytes, or 60 for durations
   * of several minutes.
   */
  unit?(most: number): number
  /** Returns the time at which a step of the chart's x-axis starts. */
  getStepTime(step: number): Date
  /** Whether the chart covers several days, so that its times need the day. */
  hasDays?: boolean
}

/** A small time series chart, with a text summary and a data table as accessible alternatives. */
export function TimeSeriesChart({
  title,
  lines,
  formatValue,
  unit,
  getStepTime,
  hasDays = false,
}: TimeSeriesChartProps) {
  const steps = lines[0]?.values.length ?? 0
  const knownValues = lines.flatMap(({ values }) => values).filter((value) => value !== null)
  const most = Math.max(0, ...knownValues)
  const top = roundUpAxisMax(most, unit?.(most))
  return (
    <figure className="chart">
      <figcaption>
        <h2 className="text-17">{title}</h2>
        {lines.map((line) => (
          <p key={line.label} className="chart-say">
            {lines.length > 1 && <span className="chart-name">{line.label}</span>}
            <ChartSummary {...line} {...{ formatValue, getStepTime, hasDays }} />
          </p>
        ))}
      </figcaption>
      <div className="chart-plot">
        <span className="chart-top">{formatValue(top)}</span>
        <svg viewBox={`0 0 ${steps - 1} ${chartHeight}`} preserveAspectRatio="none" aria-hidden="true">
          {lines.length === 1 && <path className="chart-area" d={buildAreaPath(lines[0]!.values, top)} />}
          {lines.map(({ label, values }) => (
            <path key={label} className="chart-line" d={buildLinePath(values, top)} />
          ))}
        </svg>
        <p className="chart-times">
          <time dateTime={getStepTime(0).toISOString()}>{formatDayAndTime(getStepTime(0))}</time>
          <UtcTime at={getStepTime(steps)} hasDay={hasDays} />
        </p>
      </div>
      <details className="chart-table">
        <summary aria-label={siteMetricsMessages.tableOf({ title })}>{siteMetricsMessages.table}</summary>
        <Table {...{ title, lines, formatValue, getStepTime, hasDays }} />
      </details>
    </figure>
  )
}

type Line = TimeSeriesChartProps['lines'][number] &
  Pick<TimeSeriesChartProps, 'formatValue' | 'getStepTime' | 'hasDays'>

/** Describes in words the newest value and the highest value of one line in the chart. */
function ChartSummary({ values, formatValue, getStepTime, hasDays }: Line) {
  const last = values.findLast((value) => value !== null)
  if (last === undefined || last === null) return siteMetricsMessages.none
  const most = Math.max(...values.filter((value) => value !== null))
  const peak = getStepTime(values.indexOf(most))
  const at = hasDays ? formatDayAndTime(peak) : formatTimeUtc(peak)
  return (
    <>
      <strong>{siteMetricsMessages.now({ value: formatValue(last) })}</strong>{' '}
      {most > last && siteMetricsMessages.most({ value: formatValue(most), at })}
    </>
  )
}

/**
 * Shows the chart's data as a table that starts with the oldest values and has about a dozen rows at most.
 */
function Table({ title, lines, formatValue, getStepTime, hasDays }: Omit<TimeSeriesChartProps, 'unit'>) {
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
          <th scope="col">{siteMetricsMessages.time}</th>
          {lines.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((step) => (
          <tr key={step}>
            <th scope="row">
              <UtcTime at={getStepTime(step)} hasDay={hasDays} />
            </th>
            {lines.map(({ label, values }) => {
              const value = values[step] ?? null
              return <td key={label}>{value === null ? siteMetricsMessages.nothing : formatValue(value)}</td>
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function UtcTime({ at, hasDay }: { at: Date; hasDay?: boolean | undefined }) {
  return <time dateTime={at.toISOString()}>{hasDay ? formatDayAndTime(at) : formatTimeUtc(at)}</time>
}

function formatDayAndTime(at: Date): string {
  const day = formatDate(at, { day: 'numeric', month: 'long', timeZone: 'UTC' })
  return `${day}, ${formatTimeUtc(at)}`
}

/** Formats a time as `14:20`. Times are in UTC, so the server and every browser render the same text. */
function formatTimeUtc(at: Date): string {
  return at.toISOString().slice(11, 16)
}
