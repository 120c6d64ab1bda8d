import type { DailyAnalytics } from '#contract/engagement/analytics.ts'
import { analyticsMessages } from '#web/messages/dashboard/analytics.ts'
import { ChartSection, ChartDataTable } from './chart-section.tsx'
import {
  countDaysBetween,
  formatAverage,
  formatDay,
  formatDays,
  formatNumber,
  formatWatchTime,
} from './format-analytics.ts'

interface Props {
  from: string
  to: string
  days: DailyAnalytics[]
  /** The day on which the file of the video was replaced, if this day is in the period. */
  replacedOn?: string | null
  csv: string
}

/**
 * A bar chart of the views per day. If several days are grouped, the group is one wide bar, whose height is
 * the average number of views per day. The area of each bar is proportional to its views.
 */
export function DailyMetricsChart({ from, to, days, replacedOn, csv }: Props) {
  const bars = days.map((row) => {
    const start = row.from < from ? from : row.from
    const width = countDaysBetween(start, row.to) + 1
    return { ...row, x: countDaysBetween(from, start), width, perDay: row.views / width }
  })
  const highest = bars.reduce((one, other) => (other.perDay > one.perDay ? other : one))
  const most = formatNumber(Math.round(highest.perDay))
  const span = formatDays(from, to)
  return (
    <ChartSection title={analyticsMessages.viewsByDay} text={analyticsMessages.grouped} csv={csv}>
      <figure className="analytics-chart">
        <figcaption className="analytics-chart-most">
          <span className="sr-only">
            {analyticsMessages.viewsByDayLabel({ span, most, on: formatDays(highest.from, highest.to) })}
          </span>
          <span aria-hidden="true">{analyticsMessages.perDay({ views: most })}</span>
        </figcaption>
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${countDaysBetween(from, to) + 1} 100`}
          preserveAspectRatio="none"
        >
          {bars.map(({ x, width, perDay, to: last }) => (
            <rect
              key={last}
              x={x + 0.1}
              width={width - 0.2}
              y={100 - (perDay / highest.perDay) * 100}
              height={(perDay / highest.perDay) * 100}
            />
          ))}
          {replacedOn && replacedOn <= to && (
            <line
              x1={countDaysBetween(from, replacedOn) + 0.5}
              x2={countDaysBetween(from, replacedOn) + 0.5}
              y1={0}
              y2={100}
              vectorEffect="non-scaling-stroke"
            />
          )}
        </svg>
        <p className="analytics-chart-ends" aria-hidden="true">
          <span>{formatDay(from)}</span>
          <span>{formatDay(to)}</span>
        </p>
        {replacedOn && (
          <p className="analytics-chart-mark">
            {analyticsMessages.replacedOn({ day: formatDay(replacedOn) })}
          </p>
        )}
      </figure>
      <ChartDataTable
        caption={analyticsMessages.viewsByDay}
        head={[
          analyticsMessages.day,
          analyticsMessages.views,
          analyticsMessages.watchTime,
          analyticsMessages.average,
        ]}
        rows={days.map((row) => ({
          key: row.to,
          cells: [
            replacedOn && row.from <= replacedOn && replacedOn <= row.to
              ? analyticsMessages.dayOfReplacement({ days: formatDays(row.from, row.to) })
              : formatDays(row.from, row.to),
            formatNumber(row.views),
            formatWatchTime(row.watch_seconds),
            formatAverage(row.average_view_seconds),
          ],
        }))}
      />
    </ChartSection>
  )
}
