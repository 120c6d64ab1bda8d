import {
  Captions,
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
import { seekBy } from '../core/perform.ts'
import { skip } from '../core/steps.ts'
import { clock } from '../../ui/clock.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ControlButton } from './control-button.tsx'
import { Progress } from './progress.tsx'
import type { PlayerProps } from './props.ts'
import { Settings } from './settings.tsx'
import { SourceSwitch } from './source-switch.tsx'
import { usePlayer, usePlayerState } from './use-player.ts'
import { Volume } from './volume.tsx'
import { words } from '#web/words/player.ts'

export function Controls(props: PlayerProps) {
  const player = usePlayer()
  const { waiting, interlude, error, mutedByBrowser, paused } = usePlayerState((state) => state)
  return (
    <>
      {(waiting || interlude) && !error && (
        <span className="stage-spinner">
          <Spinner size={64} />
        </span>
      )}
      {mutedByBrowser && !paused && (
        <Button variant="primary" className="sound-on" onClick={() => player.setMuted(false)}>
          <VolumeX /> {words.tapForSound}
        </Button>
      )}
      {props.trailerSrc && <SourceSwitch />}
      <div className="controls">
        <Progress storyboardUrl={props.storyboardUrl} />
        <div className="controls-row">
          <PlayButtons />
          <Volume />
          <Time />
          <span className="flex-1" />
          {props.tracks?.length ? <CaptionsButton /> : null}
          <Settings tracks={props.tracks} loudness={props.loudness} more={props.menu} />
          <ViewButtons hasTheatre={props.hasTheatre} />
        </div>
      </div>
    </>
  )
}

function PlayButtons() {
  const player = usePlayer()
  const paused = usePlayerState((state) => state.paused)
  const skipBy = (by: number) => player.say(...seekBy(player, by))
  return (
    <>
      <ControlButton
        label={paused ? words.play : words.pause}
        keys="K"
        icon={paused ? <Play fill="currentColor" /> : <Pause fill="currentColor" />}
        onClick={() => void player.togglePlay()}
      />
      <ControlButton
        label={words.back(skip)}
        keys="J"
        icon={<Ten Arrow={RotateCcw} />}
        onClick={() => skipBy(-skip)}
      />
      <ControlButton
        label={words.forward(skip)}
        keys="L"
        icon={<Ten Arrow={RotateCw} />}
        onClick={() => skipBy(skip)}
      />
    </>
  )
}

function Ten({ Arrow }: { Arrow: typeof RotateCw }) {
  return (
    <span className="ten">
      <Arrow />
      <b>{skip}</b>
    </span>
  )
}

function Time() {
  const now = usePlayerState((state) => Math.floor(state.currentTime))
  const duration = usePlayerState((state) => state.duration)
  return (
    <span className="time">
      {clock(now)} <span>/ {clock(duration)}</span>
    </span>
  )
}

function CaptionsButton() {
  const player = usePlayer()
  const on = usePlayerState((state) => state.captions >= 0)
  return (
    <ControlButton
      label={words.captions}
      keys="C"
      aria-pressed={on}
      icon={<Captions />}
      onClick={() => void player.toggleCaptions()}
    />
  )
}

function ViewButtons({ hasTheatre }: { hasTheatre?: boolean | undefined }) {
  const player = usePlayer()
  const { fullscreen, theatre, pip } = usePlayerState((state) => state)
  return (
    <>
      {player.canPip() && (
        <ControlButton
          className="wide-only"
          label={words.pip}
          keys="I"
          aria-pressed={pip}
          icon={<PictureInPicture2 />}
          onClick={() => void player.togglePip()}
        />
      )}
      {hasTheatre && !fullscreen && (
        <ControlButton
          className="wide-only"
          label={words.theatre}
          keys="T"
          aria-pressed={theatre}
          icon={<RectangleHorizontal />}
          onClick={player.toggleTheatre}
        />
      )}
      <ControlButton
        label={fullscreen ? words.leaveFullscreen : words.fullscreen}
        keys="F"
        icon={fullscreen ? <Minimize /> : <Maximize />}
        onClick={() => void player.toggleFullscreen()}
      />
    </>
  )
}
