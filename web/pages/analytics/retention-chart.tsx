import { analyticsMessages } from '#web/messages/dashboard/analytics.ts'
import { formatDuration } from '#web/ui/formatting/format-duration.ts'
import { ChartSection, ChartDataTable } from './chart-section.tsx'
import { formatDay, formatPercentage } from './format-analytics.ts'

interface Props {
  /** For each hundredth of the video, the share of views that played it. */
  shares: number[]
  durationSeconds: number | null
  /**
   * The day on which the file of the video was replaced. The chart includes only the views after the file was
   * replaced.
   */
  replacedOn: string | null
  csv: string
}

/** A line chart of the share of views that played each part of the video. */
export function RetentionChart({ shares, durationSeconds, replacedOn, csv }: Props) {
  const line = shares.map((share, at) => `${at + 0.5},${100 - share * 100}`).join(' ')
  const positionOf = (at: number) =>
    durationSeconds === null
      ? formatPercentage(at / shares.length)
      : formatDuration((at / shares.length) * durationSeconds)
  const [start, middle, end] = [0, 49, 99].map((at) => formatPercentage(shares[at]!))
  return (
    <ChartSection
      title={analyticsMessages.retention}
      text={
        replacedOn
          ? `${analyticsMessages.retentionText} ${analyticsMessages.retentionSince({ day: formatDay(replacedOn) })}`
          : analyticsMessages.retentionText
      }
      csv={csv}
    >
      <figure className="analytics-chart">
        <figcaption className="analytics-chart-most">
          <span className="sr-only">
            {analyticsMessages.retentionLabel({ start: start!, middle: middle!, end: end! })}
          </span>
          <span aria-hidden="true">{formatPercentage(1)}</span>
        </figcaption>
        <svg aria-hidden="true" viewBox={`0 0 ${shares.length} 100`} preserveAspectRatio="none">
          <polygon points={`0.5,100 ${line} ${shares.length - 0.5},100`} />
          <polyline points={line} vectorEffect="non-scaling-stroke" />
        </svg>
        <p className="analytics-chart-ends" aria-hidden="true">
          <span>{positionOf(0)}</span>
          <span>{positionOf(shares.length)}</span>
        </p>
      </figure>
      <ChartDataTable
        caption={analyticsMessages.retention}
        head={[analyticsMessages.part, analyticsMessages.share]}
        rows={shares.map((share, at) => ({
          key: String(at),
          cells: [
            durationSeconds === null
              ? analyticsMessages.partOnly({ percent: at + 1 })
              : analyticsMessages.partAt({ percent: at + 1, time: positionOf(at) }),
            formatPercentage(share),
          ],
        }))}
      />
    </ChartSection>
  )
}
