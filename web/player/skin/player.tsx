import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import { createPlayer, type Player as PlayerCore } from '../core/player.ts'
import { adBreaksHere } from '../skin-code.ts'
import { BigPlay } from './big-play.tsx'
import { useControls } from './controls-code.ts'
import { ErrorPanel } from './error-panel.tsx'
import type { PlayerProps } from './props.ts'
import { Poster, PosterBlur, Stage } from './still.tsx'
import { useHands } from './use-hands.ts'
import { useNews } from './use-news.ts'
import { PlayerContext, usePlayer, usePlayerState } from './use-player.ts'
import { words } from '#web/words/player.ts'
import './range.css'
import './player.css'
import './forced-colors.css'

/** The player with its controls. Give it a `key` of the video's id: another video is another player. */
export default function Player(props: PlayerProps) {
  const [player] = useState(() => createPlayer(props))
  return (
    <PlayerContext value={player}>
      <Frame {...props} />
    </PlayerContext>
  )
}

function Frame(props: PlayerProps) {
  const player = usePlayer()
  const stage = useRef<HTMLElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  useAttached(player, stage, video, props)
  useNews(props)
  const hands = useHands()
  const state = usePlayerState((all) => all)
  const { started, error, interlude, controlsVisible } = state
  // Here before this is drawn, or they would come too late to be a gate.
  const [AdBreaks] = useState(adBreaksHere)
  const live = started || state.waiting || interlude !== null
  const code = useControls(live || error || state.keysShown || state.bubble)
  return (
    <Stage
      {...hands}
      width={props.width}
      height={props.height}
      className={props.className}
      embed={props.embed}
      ref={stage}
      aria-label={words.region(props.title)}
      theatre={state.theatre}
      data-started={started || undefined}
      data-controls={controlsVisible || undefined}
      data-playing={!state.paused || undefined}
    >
      <PosterBlur {...props} />
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its captions are the tracks it is given */}
      <video
        ref={video}
        playsInline
        preload="none"
        crossOrigin="anonymous"
        tabIndex={-1}
        aria-label={props.title}
      >
        {props.tracks?.map((track) => (
          <track
            key={track.src}
            kind="captions"
            src={track.src}
            srcLang={track.srclang}
            label={track.label}
          />
        ))}
      </video>
      <Poster {...props} />
      {!live && !error && <BigPlay title={props.title} onClick={() => void player.play()} />}
      {code && <code.Bubble />}
      <ErrorPanel />
      {code && (live || error) && interlude !== 'on' && <code.Controls {...props} />}
      {AdBreaks && props.ads && <AdBreaks plan={props.ads} startAt={props.startAt} />}
      {started && <Suspense>{props.beside}</Suspense>}
      {code && <code.KeySheet />}
      {code && <code.MediaInfo {...props} />}
    </Stage>
  )
}

function useAttached(
  player: PlayerCore,
  stage: React.RefObject<HTMLElement | null>,
  video: React.RefObject<HTMLVideoElement | null>,
  { autoPlay }: PlayerProps,
) {
  // Before it is painted: a film that plays by itself would wait for the picture of all that stands around it.
  useLayoutEffect(() => {
    const leave = player.attach(video.current!, stage.current!)
    if (autoPlay) void player.play()
    return leave
  }, [player, stage, video, autoPlay])
}
