import { useEffect, useState } from 'react'
import { type Broadcast, getBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { type ContentDetail, getContent } from '#contract/content/content.ts'
import { callApi } from '#web/api/api-client.ts'
import { useAuth } from '#web/features/auth/auth-context.ts'
import { BroadcastPanel } from '#web/features/live-viewing/broadcast-panel.tsx'
import { LiveOverlay } from '#web/features/live-viewing/live-overlay.tsx'
import { ExactViewerCount, RoundedViewerCount } from '#web/features/live-viewing/viewer-count.tsx'
import { StopBroadcastButton } from '#web/features/live-viewing/stop-broadcast-button.tsx'
import { toPlayerProps } from '#web/features/watch-session/content-player-props.ts'
import WatchSession from '#web/features/watch-session/watch-session.tsx'
import { broadcastViewingMessages } from '#web/messages/watch/broadcasts.ts'
import { Player } from '#web/player/player.tsx'

interface Props {
  item: ContentDetail
  broadcast: Broadcast
  /**
   * The number of live updates received about the broadcast. Whenever this number changes, the broadcast is
   * reloaded.
   */
  changes: number
  /** The rounded number of viewers from the latest live update, or undefined before the first one. */
  viewers: number | null | undefined
  autoPlay: boolean
}

/**
 * The player of a broadcast. Viewers who are watching when the broadcast ends can watch the rest of it. The
 * player then shows the recording.
 */
export default function BroadcastStage(props: Props) {
  const { autoPlay, viewers } = props
  const { item, broadcast } = useLatestBroadcast(props)
  const { me } = useAuth()
  const isStaff = me !== null && me.role !== 'user'
  const [isOver, setIsOver] = useState(false)
  const [hasStarted, setHasStarted] = useState(false)
  const [wasOnAir, setWasOnAir] = useState(false)
  const { state, playlist_url: playlistUrl } = broadcast
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
            <LiveOverlay
              isLive={wasOnAir}
              onStart={() => setHasStarted(true)}
              isEnding={state === 'ended'}
              onEnd={() => setIsOver(true)}
              viewers={
                state === 'on_air' &&
                (item.mine || isStaff ? (
                  <ExactViewerCount id={item.id} />
                ) : (
                  <RoundedViewerCount viewers={viewers === undefined ? broadcast.viewers : viewers} />
                ))
              }
            />
          </>
        }
        onEnded={() => setIsOver(true)}
      />
      {isStaff && state === 'on_air' && <StopBroadcastButton id={item.id} />}
    </>
  )
}

/** How often the page checks for the recording, in milliseconds, in case a live update was lost. */
const recordingPollMs = 3000

/** Returns the item and the broadcast, and reloads both after each live update. */
function useLatestBroadcast({ item, broadcast, changes }: Props): Pick<Props, 'item' | 'broadcast'> {
  const [latest, setLatest] = useState({ item, broadcast })
  const { id } = item
  const isWaiting = latest.broadcast.state === 'ended' && latest.item.stream_url === null
  const [polls, setPolls] = useState(0)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setPolls((count) => count + 1), recordingPollMs)
    return () => clearInterval(timer)
  }, [isWaiting])
  useEffect(() => {
    if (changes + polls === 0) return
    let isCurrent = true
    const input = { params: { id } }
    Promise.all([callApi(getContent, input), callApi(getBroadcast, input)]).then(
      ([newItem, newBroadcast]) => isCurrent && setLatest({ item: newItem, broadcast: newBroadcast }),
      () => {}, // the next live update tries again
    )
    return () => {
      isCurrent = false
    }
  }, [changes, polls, id])
  return latest
}
