import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { listenForShortcuts } from '../core/commands/shortcut-listener.ts'
import { createPlayerController, type PlayerController } from '../core/player-controller.ts'
import { type EarlyStart, findEarlyStart } from '../core/early-start/early-start.ts'
import { getLoadedAdBreaksComponent } from '../ad-breaks-loader.ts'
import { BigPlayButton } from './big-play-button.tsx'
import { usePlayerControls } from './controls-loader.ts'
import { PlaybackErrorPanel } from './playback-error-panel.tsx'
import type { PlayerProps } from './player-props.ts'
import { PlayerPoster, BlurredPlayerPoster, PlayerContainer } from './player-container.tsx'
import { usePointerControls } from './use-pointer-controls.ts'
import { usePlayerCallbacks } from './use-player-callbacks.ts'
import { PlayerContext, usePlayer, usePlayerState } from './use-player.ts'
import { playerMessages } from '#web/messages/watch/player.ts'
import './range.css'
import './player.css'
import './forced-colors.css'

/**
 * The caption editor uses this export. Do not import another chunk here, because the scripts of the watch
 * page would become larger.
 */
export { createPlayback } from '../core/playback.ts'

/**
 * The video player with its controls. Use the id of the video as `key`, so each video gets its own player
 * instance.
 */
export default function InteractivePlayer(props: PlayerProps) {
  const [player] = useState(() => createPlayerController(props))
  return (
    <PlayerContext value={player}>
      <PlayerFrame {...props} />
    </PlayerContext>
  )
}

function PlayerFrame(props: PlayerProps) {
  const player = usePlayer()
  const stage = useRef<HTMLElement>(null)
  const [early] = useState(() => findUsableEarlyStart(props.src))
  const video = useRef<HTMLVideoElement>(early?.video ?? null)
  useAttachedPlayer(player, stage, video, props, early)
  usePlayerCallbacks(props)
  const { keepsFocus } = props
  useLayoutEffect(() => {
    if (keepsFocus) stage.current?.querySelector<HTMLElement>('.big-play')?.focus({ preventScroll: true })
  }, [keepsFocus])
  const pointerHandlers = usePointerControls()
  const state = usePlayerState((all) => all)
  const { started, error, adState, controlsVisible } = state
  // Ad breaks must be loaded before the first render. Otherwise the video could start before the interceptor
  // that delays playback for an ad is installed.
  const [AdBreaks] = useState(getLoadedAdBreaksComponent)
  const live = started || state.waiting || adState !== null
  const captions = props.captions?.map(({ url, language, name }) => (
    <track key={url} kind="captions" src={url} srcLang={language} label={name} />
  ))
  const code = usePlayerControls(live || error || state.shortcutsVisible || state.feedback)
  return (
    <PlayerContainer
      {...pointerHandlers}
      width={props.width}
      height={props.height}
      className={props.className}
      embed={props.embed}
      ref={stage}
      aria-label={playerMessages.region({ title: props.title })}
      theatre={state.theatre}
      data-started={started || undefined}
      data-controls={controlsVisible || undefined}
      data-playing={!state.paused || undefined}
    >
      <BlurredPlayerPoster {...props} />
      {early?.video ? (
        createPortal(captions, early.video)
      ) : (
        /* oxlint-disable-next-line jsx-a11y/media-has-caption -- the captions are passed in */
        <video
          ref={video}
          playsInline
          preload="none"
          crossOrigin="anonymous"
          tabIndex={-1}
          aria-label={props.title}
        >
          {captions}
        </video>
      )}
      {!early?.startedAt && <PlayerPoster {...props} />}
      {!live && !error && <BigPlayButton title={props.title} onClick={() => void player.play()} />}
      {code && <code.PlayerFeedbackBubble />}
      <PlaybackErrorPanel />
      {code && (live || error) && adState !== 'on' && <code.PlayerControls {...props} />}
      {AdBreaks && props.ads && <AdBreaks plan={props.ads} startAt={props.startAt} />}
      {started && <Suspense>{props.overlay}</Suspense>}
      {code && <code.KeyboardShortcutsDialog />}
      {code && <code.MediaSessionInfo {...props} />}
      {code && props.reportsQuality && <code.PlaybackQualityReporter />}
    </PlayerContainer>
  )
}

function useAttachedPlayer(
  player: PlayerController,
  stage: React.RefObject<HTMLElement | null>,
  video: React.RefObject<HTMLVideoElement | null>,
  { autoPlay }: PlayerProps,
  early: EarlyStart | undefined,
) {
  // Use a layout effect, because it runs before painting. In a normal effect, autoplay would wait until the
  // interface around the player has been painted.
  useLayoutEffect(() => {
    // A video that is already playing is moved from the static player. The browser does not pause a video that is moved
    // within one task.
    if (!video.current!.isConnected) stage.current!.prepend(video.current!)
    const detach = player.attach(video.current!, stage.current!)
    const stopListening = listenForShortcuts(player, stage.current!)
    if (early?.startedAt) void player.takeOver(early.startedAt)
    else if (autoPlay) void player.play()
    return () => {
      detach()
      stopListening()
    }
  }, [player, stage, video, autoPlay, early])
}

function findUsableEarlyStart(src: string): EarlyStart | undefined {
  const early = findEarlyStart(src)
  return early?.hasFailed ? undefined : early
}
