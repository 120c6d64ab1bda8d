import {
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RectangleHorizontal,
  RotateCcw,
  RotateCw,
  VolumeX,
} from 'lucide-react'
import { findChapterAt } from '../core/chapters.ts'
import { seekAndGetFeedback } from '../core/commands/perform-command.ts'
import { defaultSkipSeconds } from '../core/playback-adjustments.ts'
import { formatDuration } from '#web/ui/formatting/format-duration.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { CaptionsButton } from './captions/captions-button.tsx'
import { ControlButton } from './control-button.tsx'
import { SeekBar } from './seek-bar.tsx'
import type { PlayerProps } from './player-props.ts'
import { PlayerSettingsMenu } from './player-settings-menu.tsx'
import { VideoTrailerSwitch } from './video-trailer-switch.tsx'
import { usePlayer, usePlayerState } from './use-player.ts'
import { VolumeSlider } from './volume-slider.tsx'
import { playerMessages } from '#web/messages/watch/player.ts'

export function PlayerControls(props: PlayerProps) {
  const player = usePlayer()
  const { waiting, adState, error, mutedByBrowser, paused, source } = usePlayerState((state) => state)
  // The captions belong to the video, not to its trailer.
  const captions = source === 'main' ? props.captions : undefined
  // Only the video has chapters, not its trailer.
  const chapters = source === 'main' ? props.chapters : undefined
  return (
    <>
      {(waiting || adState) && !error && (
        <span className="stage-spinner">
          <Spinner size={64} />
        </span>
      )}
      {mutedByBrowser && !paused && (
        <Button variant="primary" className="sound-on" onClick={() => player.setMuted(false)}>
          <VolumeX /> {playerMessages.tapForSound}
        </Button>
      )}
      {props.trailerSrc && <VideoTrailerSwitch />}
      <div className="controls" dir="ltr">
        <SeekBar storyboardUrl={props.storyboardUrl} chapters={chapters} />
        <div className="controls-row">
          <PlayButtons />
          <VolumeSlider />
          <PlaybackTime />
          <CurrentChapter chapters={chapters} />
          <span className="flex-1" />
          {captions?.length ? <CaptionsButton tracks={captions} /> : null}
          <PlayerSettingsMenu captions={captions} loudness={props.loudness} more={props.menu} />
          <ViewButtons hasTheatre={props.hasTheatre} />
        </div>
      </div>
    </>
  )
}

function PlayButtons() {
  const player = usePlayer()
  const paused = usePlayerState((state) => state.paused)
  const skipBy = (by: number) => player.say(...seekAndGetFeedback(player, by))
  return (
    <>
      <ControlButton
        label={paused ? playerMessages.play : playerMessages.pause}
        keys="K"
        icon={paused ? <Play fill="currentColor" /> : <Pause fill="currentColor" />}
        onClick={() => void player.togglePlay()}
      />
      <ControlButton
        label={playerMessages.back({ seconds: defaultSkipSeconds })}
        keys="J"
        icon={<SkipIcon Arrow={RotateCcw} />}
        onClick={() => skipBy(-defaultSkipSeconds)}
      />
      <ControlButton
        label={playerMessages.forward({ seconds: defaultSkipSeconds })}
        keys="L"
        icon={<SkipIcon Arrow={RotateCw} />}
        onClick={() => skipBy(defaultSkipSeconds)}
      />
    </>
  )
}

function SkipIcon({ Arrow }: { Arrow: typeof RotateCw }) {
  return (
    <span className="ten">
      <Arrow />
      <b>{defaultSkipSeconds}</b>
    </span>
  )
}

function PlaybackTime() {
  const now = usePlayerState((state) => Math.floor(state.currentTime))
  const duration = usePlayerState((state) => state.duration)
  return (
    <span className="time">
      {formatDuration(now)} <span>/ {formatDuration(duration)}</span>
    </span>
  )
}

function CurrentChapter({ chapters }: Pick<PlayerProps, 'chapters'>) {
  const title = usePlayerState((state) => findChapterAt(chapters, state.currentTime)?.title)
  return title ? (
    <span className="current-chapter">
      <bdi>{title}</bdi>
    </span>
  ) : null
}

function ViewButtons({ hasTheatre }: { hasTheatre?: boolean | undefined }) {
  const player = usePlayer()
  const { fullscreen, theatre, pip } = usePlayerState((state) => state)
  return (
    <>
      {player.canPip() && (
        <ControlButton
          className="wide-only"
          label={playerMessages.pip}
          keys="I"
          aria-pressed={pip}
          icon={<PictureInPicture2 />}
          onClick={() => void player.togglePip()}
        />
      )}
      {hasTheatre && !fullscreen && (
        <ControlButton
          className="wide-only"
          label={playerMessages.theatre}
          keys="T"
          aria-pressed={theatre}
          icon={<RectangleHorizontal />}
          onClick={player.toggleTheatre}
        />
      )}
      <ControlButton
        label={fullscreen ? playerMessages.leaveFullscreen : playerMessages.fullscreen}
        keys="F"
        icon={fullscreen ? <Minimize /> : <Maximize />}
        onClick={() => void player.toggleFullscreen()}
      />
    </>
  )
}
