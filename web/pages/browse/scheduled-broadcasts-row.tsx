import { Link } from 'react-router'
import type { ScheduledBroadcast } from '#contract/broadcasts/scheduled-broadcasts.ts'
import { scheduledBroadcastMessages } from '#web/messages/watch/scheduled-broadcasts.ts'
import { creatorPath, pagePaths } from '#web/paths.ts'
import { CardRow } from '#web/ui/cards/card-row.tsx'
import { VideoCard } from '#web/ui/cards/video-card.tsx'
import { formatUpcomingTime, useTimeZone } from '#web/ui/formatting/time-zone.ts'

/** A row of scheduled broadcasts, soonest first. */
export default function ScheduledBroadcastsRow({ items }: { items: ScheduledBroadcast[] }) {
  const timeZone = useTimeZone()
  return (
    <CardRow title={scheduledBroadcastMessages.comingUp}>
      {items.map(({ id, title, creator, starts_at }) => (
        <VideoCard
          key={id}
          link={<Link to={pagePaths.watch(id)} />}
          title={title}
          subtitle={
            <time dateTime={starts_at} className="card-subtitle">
              {formatUpcomingTime(starts_at, timeZone)}
            </time>
          }
          type="live"
          by={<Link to={creatorPath(creator)}>{creator.display_name}</Link>}
          heading="h3"
        />
      ))}
    </CardRow>
  )
}
