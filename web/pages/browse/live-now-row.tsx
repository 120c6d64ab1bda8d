import { Link } from 'react-router'
import type { Broadcast } from '#contract/broadcasts/broadcasts.ts'
import { broadcastViewingMessages } from '#web/messages/watch/broadcasts.ts'
import { broadcastViewerMessages } from '#web/messages/watch/broadcast-viewers.ts'
import { creatorPath, pagePaths } from '#web/paths.ts'
import { CardRow } from '#web/ui/cards/card-row.tsx'
import { VideoCard } from '#web/ui/cards/video-card.tsx'
import { LiveBadge } from '#web/ui/controls/live-badge.tsx'

/** The broadcasts on air. */
export default function LiveNowRow({ items }: { items: Broadcast[] }) {
  return (
    <CardRow title={broadcastViewingMessages.liveNow}>
      {items.map(({ id, title, creator, viewers }) => (
        <VideoCard
          key={id}
          link={<Link to={pagePaths.watch(id)} />}
          title={title}
          type="live"
          badge={<LiveBadge>{broadcastViewingMessages.live}</LiveBadge>}
          by={<Link to={creatorPath(creator)}>{creator.display_name}</Link>}
          subtitle={
            viewers !== null && (
              <span className="card-subtitle">{broadcastViewerMessages.rounded({ viewers })}</span>
            )
          }
          heading="h3"
        />
      ))}
    </CardRow>
  )
}
