import { Link } from 'react-router'
import {
  type PlaybackQuality,
  playbackQualityRangeDays,
  type PlaybackQualityRange,
} from '#contract/playback-quality.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Chip } from '#web/ui/controls/chip.tsx'
import { playbackQualityMessages } from '#web/messages/moderation/playback-quality.ts'
import { EmptyMetricsBox } from '../site-metrics/metrics-table.tsx'
import { PlaybackQualityCharts } from './playback-quality-charts.tsx'
import {
  DeliveredQualityTable,
  PlaybackErrorTable,
  PlaybackSummaryTable,
} from './playback-quality-tables.tsx'
import '../moderation.css'
import '../site-metrics/site-metrics.css'

interface Props {
  quality: PlaybackQuality
  days: PlaybackQualityRange
}

/** Shows how well videos have played in the last day or week. */
export function PlaybackQualityView({ quality, days }: Props) {
  return (
    <div className="mod">
      <header className="mod-head">
        <h1 className="text-40">{playbackQualityMessages.title}</h1>
        <Link to={pagePaths.siteMetrics()} className={getButtonClassName({ size: 'small' })}>
          {playbackQualityMessages.back}
        </Link>
      </header>
      <p className="text-quiet">{playbackQualityMessages.lead}</p>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of filters is not a form fieldset */}
      <div className="chips" role="group" aria-label={playbackQualityMessages.spans}>
        {playbackQualityRangeDays.map((one) => (
          <Chip key={one} pressed={one === days} link={<Link to={pagePaths.playbackQuality(one)} />}>
            {playbackQualityMessages.ranges[one]}
          </Chip>
        ))}
      </div>
      {quality.total.viewings === 0 ? (
        <EmptyMetricsBox title={playbackQualityMessages.emptyTitle}>
          {playbackQualityMessages.empty}
        </EmptyMetricsBox>
      ) : (
        <>
          <div className="mod-columns">
            <PlaybackSummaryTable {...quality} />
            <div className="mod-column">
              <DeliveredQualityTable {...quality} />
              <PlaybackErrorTable {...quality} />
            </div>
          </div>
          <PlaybackQualityCharts {...quality} hasDays={days !== '1'} />
        </>
      )}
    </div>
  )
}
