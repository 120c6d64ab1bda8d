import { useEffect, useState } from 'react'
import { type Broadcast, getBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { type ContentDetail, getContent } from '#contract/content/content.ts'
import { callApi } from '#web/api/api-client.ts'
import { useAuth } from '#web/features/auth/auth-context.ts'
import { BesidePlayer } from '#web/features/chat/beside-player.tsx'
import { ChatPanel } from '#web/features/chat/chat-panel.tsx'
import type { LiveUpdateListeners } from '#web/features/chat/use-chat.ts'
import { BroadcastPanel } from '#web/features/live-viewing/broadcast-panel.tsx'
import { LiveOverlay } from '#web/features/live-viewing/live-overlay.tsx'
import { ExactViewerCount, RoundedViewerCount } from '#web/features/live-viewing/viewer-count.tsx'
import { StopBroadcastButton } from '#web/features/live-viewing/stop-broadcast-button.tsx'
import { useIsCut } from '#web/features/live-viewing/use-is-cut.ts'
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
  /** The rounded viewer count from the latest live update, or undefined before the first update. */
  viewers: number | null | undefined
  autoPlay: boolean
  /** The live updates of the page, for the chat. */
  listeners: LiveUpdateListeners
  onReport: (target: { subject: 'comment'; id: string }) => void
}

/** The player and the chat of a broadcast. */
export default function BroadcastStage(props: Props) {
  const { listeners, onReport } = props
  const latest = useLatestBroadcast(props)
  const { item, broadcast } = latest
  const isCut = useIsCut(listeners)
  return (
    <>
      <BroadcastPlayer {...latest} isCut={isCut} viewers={props.viewers} autoPlay={props.autoPlay} />
      <BesidePlayer>
        <ChatPanel contentId={item.id} listeners={listeners} state={broadcast.state} onReport={onReport} />
      </BesidePlayer>
    </>
  )
}

/**
 * The player of a broadcast. Viewers who are watching when the broadcast ends can watch the rest of it, and can
 * play it again at once. When the recording is ready, the player shows the recording, unless it is playing.
 */
function BroadcastPlayer({
  item,
  broadcast,
  isCut,
  viewers,
  autoPlay,
}: Pick<Props, 'item' | 'broadcast' | 'viewers' | 'autoPlay'> & { isCut: boolean }) {
  const { me } = useAuth()
  const isStaff = me !== null && me.role !== 'user'
  const [isAtEnd, setIsAtEnd] = useState(false)
  const [isReplay, setIsReplay] = useState(false)
  const [hasStarted, setHasStarted] = useState(false)
  const [wasOnAir, setWasOnAir] = useState(false)
  const { state } = broadcast
  // A stopped broadcast no longer has a playlist, so the player closes and its buffer is not shown.
  const playlistUrl = isCut ? null : broadcast.playlist_url
  const isOver = playlistUrl === null || isAtEnd
  if (state === 'on_air' && !wasOnAir) setWasOnAir(true)
  const { ended } = broadcastViewingMessages
  if (item.stream_url && (isOver || !hasStarted))
    return (
      <>
        <Player
          {...toPlayerProps(item)}
          className="watch-stage"
          hasTheatre
          isLazyLoaded
          overlay={<WatchSession item={item} />}
        />
        {isOver && <p className="mt-3 font-semibold">{`${ended.title}. ${ended.ready}`}</p>}
      </>
    )
  if (state === 'waiting') return <BroadcastPanel {...broadcastViewingMessages.waiting} />
  if (!playlistUrl)
    return <BroadcastPanel title={ended.title} text={broadcast.started_at ? ended.soon : ended.nothing} />
  return (
    <>
      <Player
        src={playlistUrl}
        title={item.title}
        by={item.creator.display_name}
        poster={item.cover_url}
        className="watch-stage"
        hasTheatre
        isLazyLoaded
        autoPlay={autoPlay}
        overlay={
          <>
            <WatchSession item={item} isBroadcast />
            <LiveOverlay
              isLive={wasOnAir && !isReplay}
              onStart={() => {
                setHasStarted(true)
                if (isAtEnd) setIsReplay(true)
                setIsAtEnd(false)
              }}
              isEnding={state === 'ended'}
              onEnd={() => setIsAtEnd(true)}
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
        onEnded={() => setIsAtEnd(true)}
      />
      {isAtEnd && <p className="mt-3 font-semibold">{`${ended.title}. ${ended.soon}`}</p>}
      {isStaff && state === 'on_air' && <StopBroadcastButton id={item.id} />}
    </>
  )
}

/** How often the page checks for the recording, in milliseconds, in case a live update was lost. */
const recordingPollMs = 3000

/** Returns the item and the broadcast, and reloads both after each live update. */
function useLatestBroadcast({
  item,
  broadcast,
  changes,
}: Pick<Props, 'item' | 'broadcast' | 'changes'>): Pick<Props, 'item' | 'broadcast'> {
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
