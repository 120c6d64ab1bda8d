import { lazy, startTransition, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { aheadWhenIdle } from './core/ahead-idle.ts'
import { hurry } from './core/stream.ts'
import { BigPlay } from './skin/big-play.tsx'
import type { PlayerProps } from './skin/props.ts'
import { isUpright, Poster, Stage } from './skin/still.tsx'

export type { PlayerProps }

const loadSkin = () => import('./skin/player.tsx')
const Skin = lazy(loadSkin)

/**
 * The player for pages. The server sends its box with the poster (and a plain `<video controls>` for browsers without script);
 * the controls come after hydration in a chunk of their own, hls.js when somebody points at the player or presses play. A press
 * that comes before the controls is kept. What the player will ask for first comes when the page has come to rest; where it plays at
 * once, with the code that will ask for it.
 */
export function Player(props: PlayerProps) {
  const [here, setHere] = useState(false)
  const [pressed, setPressed] = useState(false)
  const { src, first = [], autoPlay } = props
  const begin = useEffectEvent(() => (autoPlay ? hurry(src, first) : aheadWhenIdle(first)))
  useEffect(() => {
    startTransition(() => setHere(true))
    return begin()
  }, [])
  const press = () => {
    hurry(src, first)
    setPressed(true)
  }
  const still = <Still {...props} onPlay={press} />
  if (!here) return still
  return (
    <Suspense fallback={still}>
      <Skin key={props.src} {...props} autoPlay={props.autoPlay || pressed} />
    </Suspense>
  )
}

function Still({ title, poster, src, onPlay, ...box }: PlayerProps & { onPlay: () => void }) {
  const { width, height, className, embed } = box
  return (
    <Stage width={width} height={height} className={className} embed={embed}>
      <Poster poster={poster} upright={isUpright(box)} />
      <BigPlay title={title} onClick={onPlay} />
      <noscript>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the captions come with the controls */}
        <video
          controls
          playsInline
          preload="none"
          src={src || undefined}
          poster={poster ?? undefined}
          title={title}
        />
      </noscript>
    </Stage>
  )
}
