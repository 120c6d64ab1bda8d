import type { PlaybackQuality, PlaybackQualityFigures } from '#contract/playback-quality.ts'
import { playbackQualityMessages } from '#web/messages/moderation/playback-quality.ts'
import { TimeSeriesChart } from '../site-metrics/time-series-chart.tsx'
import { playbackFigureFormats } from './playback-figure-formats.ts'

interface ChartDefinition {
  figures: (keyof PlaybackQualityFigures)[]
  /** Whether the lines are the median and the 95th percentile of what the title says. */
  hasPercentiles?: true
  /** The unit for rounding the maximum of the axis. */
  unit?: number
}

/** The charts in display order. */
const charts: Record<keyof typeof playbackQualityMessages.charts, ChartDefinition> = {
  viewings: { figures: ['viewings'] },
  startup: { figures: ['startup_median', 'startup_p95'], hasPercentiles: true },
  stalled: { figures: ['stalled'], unit: 0.01 },
  failures: { figures: ['failed', 'exited'], unit: 0.01 },
  height: { figures: ['height'] },
  seek: { figures: ['seek_median', 'seek_p95'], hasPercentiles: true },
  dropped: { figures: ['dropped'], unit: 0.01 },
  downshifts: { figures: ['downshifts'] },
}

interface Props extends Pick<PlaybackQuality, 'from' | 'step_minutes' | 'steps'> {
  hasDays: boolean
}

export function PlaybackQualityCharts({ from, step_minutes, steps, hasDays }: Props) {
  const startMs = Date.parse(from)
  const { lines } = playbackQualityMessages
  const percentiles = [lines.median, lines.p95]
  return (
    <div className="charts">
      {Object.entries(charts).map(([name, { figures, hasPercentiles, unit = 1 }]) => (
        <TimeSeriesChart
          key={name}
          title={playbackQualityMessages.charts[name as keyof typeof charts]}
          lines={figures.map((figure, nth) => ({
            label: (hasPercentiles && percentiles[nth]) || lines[figure],
            values: steps.map((step) => step[figure]),
          }))}
          formatValue={playbackFigureFormats[figures[0]!]}
          unit={() => unit}
          getStepTime={(step) => new Date(startMs + step * step_minutes * 60_000)}
          hasDays={hasDays}
        />
      ))}
    </div>
  )
}
