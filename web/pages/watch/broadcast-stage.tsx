import { useState } from 'react'
import type { Broadcast } from '#contract/broadcasts/broadcasts.ts'
import type { ContentDetail } from '#contract/content/content.ts'
import { useAuth } from '#web/features/auth/auth-context.ts'
import { BroadcastPanel } from '#web/features/live-viewing/broadcast-panel.tsx'
import { LiveOverlay } from '#web/features/live-viewing/live-overlay.tsx'
import { StopBroadcastButton } from '#web/features/live-viewing/stop-broadcast-button.tsx'
import { toPlayerProps } from '#web/features/watch-session/content-player-props.ts'
import WatchSession from '#web/features/watch-session/watch-session.tsx'
import { broadcastViewingMessages } from '#web/messages/watch/broadcasts.ts'
import { Player } from '#web/player/player.tsx'

interface Props {
  item: ContentDetail
  /** The broadcast, or null once its recording is ready. */
  broadcast: Broadcast | null
  autoPlay: boolean
}

/**
 * The player of a broadcast. Viewers who are watching when the broadcast ends see it to the end. Then the
 * recording takes its place.
 */
export default function BroadcastStage({ item, broadcast, autoPlay }: Props) {
  const { me } = useAuth()
  const [latest, setLatest] = useState(broadcast)
  if (broadcast && broadcast !== latest) setLatest(broadcast)
  const [isOver, setIsOver] = useState(false)
  const [hasStarted, setHasStarted] = useState(false)
  const [wasOnAir, setWasOnAir] = useState(false)
  const { state, playlist_url: playlistUrl } = latest!
  if (state === 'on_air' && !wasOnAir) setWasOnAir(true)
  const { ended } = broadcastViewingMessages
  if (item.stream_url && (isOver || !hasStarted))
    return (
      <>
        <Player
          {...toPlayerProps(item)}
          className="watch-stage"
          hasTheatre
          overlay={<WatchSession item={item} />}
        />
        {isOver && <p className="mt-3 font-semibold">{`${ended.title}. ${ended.ready}`}</p>}
      </>
    )
  if (state === 'waiting') return <BroadcastPanel {...broadcastViewingMessages.waiting} />
  if (isOver || !playlistUrl)
    return <BroadcastPanel title={ended.title} text={playlistUrl ? ended.soon : ended.nothing} />
  return (
    <>
      <Player
        src={playlistUrl}
        title={item.title}
        by={item.creator.display_name}
        poster={item.cover_url}
        className="watch-stage"
        hasTheatre
        autoPlay={autoPlay}
        overlay={
          <>
            <WatchSession item={item} isBroadcast />
            <LiveOverlay isLive={wasOnAir} onStart={() => setHasStarted(true)} />
          </>
        }
        onEnded={() => setIsOver(true)}
      />
      {me && me.role !== 'user' && state === 'on_air' && <StopBroadcastButton id={item.id} />}
    </>
  )
}
