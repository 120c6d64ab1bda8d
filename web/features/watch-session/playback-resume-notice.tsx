import { RotateCcw } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Content } from '#contract/content/content.ts'
import { removePlaybackPosition } from '#web/player/core/playback-positions/store-playback-position.ts'
import { usePlayer } from '#web/player/skin/use-player.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { formatDuration } from '#web/ui/formatting/format-duration.ts'
import { watchSessionMessages } from '#web/messages/watch/watch-session.ts'
import { parseStartTime } from './content-player-props.ts'
import { syncPlaybackPosition } from './watch-history-sync.ts'
import { usePlaybackTicks } from './use-playback-ticks.ts'
import './playback-resume-notice.css'

interface Props {
  item: Content
  userId: string
  /** The position in the video at which playback started, in seconds. */
  startAt: number | undefined
}

const shownForMs = 10_000

/**
 * Tells viewers that the video resumes where they stopped, and offers to start from the beginning. The notice
 * disappears after ten seconds of playback, but not while it is focused or hovered.
 */
export function PlaybackResumeNotice({ item: { id }, userId, startAt }: Props) {
  // If the link contains a start time, the start time overrides the stored position.
  const isLinked = parseStartTime(useLocation().search) !== undefined
  const [seconds, setSeconds] = useState(isLinked ? undefined : startAt)
  const hide = () => setSeconds(undefined)
  return seconds !== undefined && <NoticeBox id={id} userId={userId} seconds={seconds} onHide={hide} />
}

interface BoxProps {
  id: string
  userId: string
  seconds: number
  onHide: () => void
}

function NoticeBox({ id, userId, seconds, onHide }: BoxProps) {
  const player = usePlayer()
  const box = useRef<HTMLDivElement>(null)
  const played = useRef(0)
  usePlaybackTicks((since, now) => {
    played.current += now - since
    if (played.current >= shownForMs && !box.current?.matches(':hover, :focus-within')) onHide()
  })
  const startOver = () => {
    removePlaybackPosition(userId, id)
    void syncPlaybackPosition(userId, id, 0)
    void player.seekTo(0)
    // The pressed button is about to disappear, so move the focus to the seek bar.
    const seekBar = box.current?.closest('.stage')?.querySelector<HTMLElement>('.progress-bar input')
    seekBar?.focus({ preventScroll: true })
    onHide()
  }
  return (
    <div ref={box} className="resume-notice">
      <output>{watchSessionMessages.resumed({ clock: formatDuration(seconds) })}</output>
      <Button size="small" variant="ink" onClick={startOver}>
        <RotateCcw aria-hidden="true" /> {watchSessionMessages.startOver}
      </Button>
    </div>
  )
}
