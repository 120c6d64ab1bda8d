import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { prefetchWhenIdle } from './core/streaming/idle-prefetch.ts'
import { type StartRendition, chooseStartUrls } from './core/streaming/bandwidth.ts'
import { loadPlayerPreferences } from './core/player-preferences.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'
import { fetchStreamStart } from './core/streaming/playback-stream.ts'
import { loadPlayerSkin, getLoadedSkin } from './skin-loader.ts'
import { BigPlayButton } from './skin/big-play-button.tsx'
import type { PlayerProps } from './skin/player-props.ts'
import { PlayerPoster, PlayerPosterBlur, PlayerStage } from './skin/player-stage.tsx'

export type { PlayerProps }

type Props = Omit<PlayerProps, 'first'> & {
  /** Where the film may begin; which of them is chosen by the line. */
  beginnings?: readonly StartRendition[]
}

/**
 * The player for pages. The server sends its box with the poster (and a plain `<video controls>` for browsers without script);
 * the controls come after hydration in a chunk of their own, hls.js when somebody points at the player or presses play. A press
 * that comes before the controls is kept. What the player will ask for first comes when the page has come to rest; where it plays at
 * once, with the code that will ask for it.
 */
export function Player(props: Props) {
  const { src, beginnings = [], autoPlay } = props
  // Chosen once: what was fetched ahead is what the film begins with.
  const [first] = useState(() => chooseStartUrls(beginnings))
  const hasAds = Boolean(props.ads)
  const [Skin, setSkin] = useState(() => getLoadedSkin(hasAds))
  const [pressed, setPressed] = useState(false)
  // While it is being drawn, not after: what it asks for is needed next, and asked for once however often this is said.
  useState(() => autoPlay && fetchStreamStart(src, first))
  // Not by Suspense: React would hold the controls back for 300 ms, so that nothing flickers. Here one box takes the place of the other.
  const bring = () => {
    const come = retryWhenOnline(() => loadPlayerSkin(hasAds))().then((skin) => setSkin(() => skin))
    come.catch(() => {}) // the next press asks again
  }
  const begin = useEffectEvent(() => {
    if (!Skin) bring()
    return autoPlay ? undefined : prefetchWhenIdle(first)
  })
  useEffect(() => begin(), [])
  const press = () => {
    fetchStreamStart(src, first)
    setPressed(true)
    bring()
  }
  if (!Skin) return <StaticPlayer {...props} onPlay={press} />
  return <Skin key={src} {...props} first={first} autoPlay={autoPlay || pressed} />
}

const never = () => () => {}

function StaticPlayer({ title, poster, src, onPlay, ...box }: Props & { onPlay: () => void }) {
  const { width, height, className, embed, hasTheatre } = box
  // From the first moment of script on, not only when the controls are there.
  const theatre = useSyncExternalStore(
    never,
    () => hasTheatre && loadPlayerPreferences().theatre,
    () => false,
  )
  return (
    <PlayerStage width={width} height={height} className={className} embed={embed} theatre={theatre}>
      <PlayerPosterBlur poster={poster} {...box} />
      <PlayerPoster poster={poster} {...box} />
      <BigPlayButton title={title} onClick={onPlay} />
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
    </PlayerStage>
  )
}
