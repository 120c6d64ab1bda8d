import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { prefetchWhenIdle } from './core/streaming/idle-prefetch.ts'
import { type InitialRendition, chooseInitialRenditionUrls } from './core/streaming/bandwidth.ts'
import { loadPlayerPreferences } from './core/player-preferences.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'
import { preloadHlsCode, prefetchStreamStart } from './core/streaming/playback-stream.ts'
import { importPlayerSkin, loadPlayerSkin, getLoadedSkin } from './skin-loader.ts'
import { findEarlyStart } from './core/early-start/early-start.ts'
import { EarlyStartVideo } from './skin/early-start-video.tsx'
import { BigPlayButton } from './skin/big-play-button.tsx'
import type { PlayerProps } from './skin/player-props.ts'
import { PlayerPoster, BlurredPlayerPoster, PlayerContainer } from './skin/player-container.tsx'

export type { PlayerProps }

// If the viewer has pressed Play before the scripts were loaded, load the player's code before hydration. The skin
// is only fetched, because the first render must produce the same HTML as the server.
if (globalThis.window?.pressedEarly?.()?.matches('.big-play') || globalThis.window?.earlyStart?.video)
  void preloadPlayerCode()

async function preloadPlayerCode(): Promise<void> {
  await window.earlyStart?.waitForBandwidth()
  preloadHlsCode()
  importPlayerSkin().catch(() => {})
}

type Props = Omit<PlayerProps, 'first' | 'keepsFocus' | 'pressedAt'> & {
  /**
   * The renditions that the server proposes for the start of playback. The player chooses one of the proposed
   * renditions based on the viewer's bandwidth.
   */
  startRenditions?: readonly InitialRendition[]
  /**
   * If set, the video starts as soon as Play is pressed, even before the page's scripts have loaded. Contains the key
   * under which the browser stores playback positions, and the id of the video.
   */
  earlyStart?: { key: string; id: string } | undefined
  /**
   * Whether the player is inside a lazily loaded component. React ignores clicks until that component is hydrated,
   * so the play button appears only then.
   */
  isLazyLoaded?: boolean
}

/**
 * The video player that pages render. The server renders the player's box with the poster, and a plain
 * `<video controls>` for browsers without JavaScript. The controls are a separate chunk, which is loaded
 * after hydration. hls.js is loaded when the viewer hovers over the player or presses play. If the viewer
 * presses play before the controls are loaded, playback starts as soon as they are loaded. The start of the
 * stream is prefetched when the page is idle. With autoplay, the start of the stream is prefetched in
 * parallel with the player's code.
 */
export function Player(props: Props) {
  const { src, startRenditions = [], autoPlay } = props
  // The start rendition is chosen only once, so playback uses the rendition that was prefetched.
  const [chosen] = useState(() => chooseInitialRenditionUrls(startRenditions))
  // The early start has chosen a rendition itself, and requests the segments.
  const early = () => findEarlyStart(src)
  const first = early()?.toLoad() ?? chosen
  const hasAds = Boolean(props.ads)
  const [Skin, setSkin] = useState(() => getLoadedSkin(hasAds))
  const [pressedAt, setPressedAt] = useState(
    () => early()?.pressedAt ?? (autoPlay ? performance.now() : null),
  )
  const [keepsFocus, setKeepsFocus] = useState(false)
  // Prefetch during rendering instead of in an effect, because playback needs these files first. Repeated
  // calls fetch each file only once. A video that has been started early needs the bandwidth first.
  const prefetch = async () => {
    await early()?.waitForBandwidth()
    prefetchStreamStart(src, early()?.toLoad() ?? chosen)
  }
  useState(() => pressedAt !== null && void prefetch())
  const fetchSkin = async () => {
    await early()?.waitForBandwidth()
    return loadPlayerSkin(hasAds)
  }
  // Suspense is unsuitable, because React would delay the controls by 300 ms to avoid flicker. Without
  // Suspense, the interactive player replaces the static player immediately.
  const loadSkin = () => {
    const loading = retryWhenOnline(fetchSkin)().then(async (skin) => {
      // If the button were replaced while it is held down, the browser would send no click.
      if (document.querySelector('.big-play:active')) await waitForRelease()
      // The interactive player has its own play button, which takes over the focus.
      setKeepsFocus(document.activeElement?.matches('.big-play') ?? false)
      return setSkin(() => skin)
    })
    loading.catch(() => {}) // the next press on play retries loading
  }
  const onMount = useEffectEvent(() => {
    if (!Skin) loadSkin()
    return pressedAt === null ? prefetchWhenIdle(first) : undefined
  })
  useEffect(() => onMount(), [])
  const press = () => {
    void prefetch()
    setPressedAt((at) => at ?? early()?.pressedAt ?? performance.now())
    loadSkin()
  }
  if (!Skin) return <StaticPlayer {...props} onPlay={press} />
  return (
    <Skin
      key={src}
      {...props}
      {...{ first, pressedAt, keepsFocus }}
      autoPlay={autoPlay || pressedAt !== null}
    />
  )
}

/** Waits until the viewer has released the button that is held down, and the click has been handled. */
function waitForRelease(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ['pointerup', 'pointercancel', 'keyup'])
      addEventListener(name, () => setTimeout(resolve), { once: true })
  })
}

const subscribeToNothing = () => () => {}

function StaticPlayer({ title, poster, src, onPlay, ...box }: Props & { onPlay: () => void }) {
  const { width, height, className, embed, hasTheatre, isLazyLoaded, earlyStart } = box
  // Theatre mode is available after hydration, even before the controls are loaded.
  const theatre = useSyncExternalStore(
    subscribeToNothing,
    () => hasTheatre && loadPlayerPreferences().theatre,
    () => false,
  )
  const hasPlayButton = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => !isLazyLoaded,
  )
  return (
    <PlayerContainer width={width} height={height} className={className} embed={embed} theatre={theatre}>
      <BlurredPlayerPoster poster={poster} {...box} />
      <PlayerPoster poster={poster} {...box} />
      {earlyStart && <EarlyStartVideo {...box} {...{ src, title }} positions={earlyStart} />}
      {hasPlayButton && <BigPlayButton title={title} onClick={onPlay} />}
      <noscript>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the controls add the captions */}
        <video
          controls
          playsInline
          preload="none"
          src={src || undefined}
          poster={poster ?? undefined}
          title={title}
        />
      </noscript>
    </PlayerContainer>
  )
}
