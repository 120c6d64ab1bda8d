import type { PlaybackQuality, PlaybackQualityFigures } from '#contract/playback-quality.ts'
import { playbackQualityMessages } from '#web/messages/moderation/playback-quality.ts'
import { siteMetricsMessages } from '#web/messages/moderation/site-metrics.ts'
import { EmptyMetricsBox, MetricsTable } from '../site-metrics/metrics-table.tsx'
import { playbackFigureFormats } from './playback-figure-formats.ts'

export function PlaybackSummaryTable({ total }: Pick<PlaybackQuality, 'total'>) {
  const names = Object.keys(playbackFigureFormats) as (keyof PlaybackQualityFigures)[]
  return (
    <MetricsTable
      title={playbackQualityMessages.summary}
      head={[playbackQualityMessages.figure, playbackQualityMessages.value]}
      rows={names.map((name) => {
        const value = total[name]
        return [
          playbackQualityMessages.lines[name],
          value === null ? siteMetricsMessages.nothing : playbackFigureFormats[name](value),
        ]
      })}
    />
  )
}

/** Shows in which qualities viewers have watched, best quality first. */
export function DeliveredQualityTable({ played }: Pick<PlaybackQuality, 'played'>) {
  if (played.length === 0) return null
  return (
    <MetricsTable
      title={playbackQualityMessages.played}
      head={[playbackQualityMessages.quality, playbackQualityMessages.share]}
      rows={played
        .toReversed()
        .map(({ quality, share }) => [
          playbackQualityMessages.height(Number(quality)),
          playbackQualityMessages.percent(share),
        ])}
    />
  )
}

export function PlaybackErrorTable({ errors }: Pick<PlaybackQuality, 'errors'>) {
  if (errors.length === 0)
    return (
      <EmptyMetricsBox title={playbackQualityMessages.errors}>
        {playbackQualityMessages.noErrors}
      </EmptyMetricsBox>
    )
  return (
    <MetricsTable
      title={playbackQualityMessages.errors}
      head={[playbackQualityMessages.error, playbackQualityMessages.lines.viewings]}
      rows={errors.map(({ error, viewings }) => [
        playbackQualityMessages.errorKinds[error],
        siteMetricsMessages.count(viewings),
      ])}
    />
  )
}
