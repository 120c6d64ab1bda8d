import { uiMessages } from '#web/messages/site/ui-components.ts'

interface Props {
  series: { title: string; season: number; episode: number }
}

/**
 * The series and the episode number of an episode, on one line. If the line is too long, only the series
 * title is truncated.
 */
export function EpisodeLabel({ series }: Props) {
  return (
    <span className="episode-line">
      <span className="truncate">{series.title}</span> <span>{uiMessages.episodeNumber(series)}</span>
    </span>
  )
}
