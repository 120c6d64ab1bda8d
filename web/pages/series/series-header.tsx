import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { SeriesDetail } from '#contract/content/series.ts'
import { seriesMessages } from '#web/messages/watch/series.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'
import { creatorPath } from '#web/paths.ts'
import { CardCover } from '#web/ui/cards/card-cover.tsx'
import { imageSizesByLayout } from '#web/ui/cards/responsive-images.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EpisodeNotificationsButton } from './episode-notifications-button.tsx'
import { PlaySeriesButtons } from './play-series-buttons.tsx'

const LazyEditSeriesDialog = lazy(retryWhenOnline(() => import('./edit-series-dialog.tsx')))

interface Props {
  series: SeriesDetail
  firstVideoId: string | undefined
}

export function SeriesHeader({ series, firstVideoId }: Props) {
  const { id, title, description, creator, mine, cover_url, seasons } = series
  const [isEditing, setIsEditing] = useState(false)
  const count = seasons.reduce((sum, { episodes_count }) => sum + episodes_count, 0)
  return (
    <header className="playlist-head">
      <span className="card-cover playlist-cover">
        <CardCover title={title} cover={cover_url} sizes={imageSizesByLayout.wide} priority />
      </span>
      <h1 className="playlist-title" dir="auto">
        {title}
      </h1>
      <Link to={creatorPath(creator)} className="link justify-self-start" dir="auto">
        {creator.display_name}
      </Link>
      <p className="text-15 text-quiet">{seriesMessages.episodes({ count })}</p>
      {description && (
        <p className="wrap-anywhere whitespace-pre-line" dir="auto">
          {description}
        </p>
      )}
      <div className="playlist-buttons">
        {firstVideoId && <PlaySeriesButtons seriesId={id} firstVideoId={firstVideoId} />}
        {mine ? (
          <Button className="needs-js" onClick={() => setIsEditing(true)}>
            {seriesMessages.edit}
          </Button>
        ) : (
          <EpisodeNotificationsButton key={series.notifications} series={series} />
        )}
      </div>
      {isEditing && (
        <Suspense>
          <LazyEditSeriesDialog series={series} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </header>
  )
}
