import { RotateCcw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Content } from '#contract/content/content.ts'
import { usePlayer, usePlayerState } from '#web/player/skin/use-player.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EpisodeLabel } from '#web/ui/cards/episode-label.tsx'
import { SmallCover } from '#web/ui/cards/small-cover.tsx'
import { watchSessionMessages } from '#web/messages/watch/watch-session.ts'
import { AutoplayCountdown } from './autoplay-countdown.tsx'
import './end-screen.css'

interface Props {
  /** The video to suggest after the current one, if there is one. */
  next?: Content | undefined
  /**
   * The URL of the page that plays the next video. If the URL is missing, the watch page of the next video is
   * used.
   */
  nextPath?: string | undefined
  /**
   * Plays the next video without leaving the page. If `onNext` is missing, the end screen links to the page
   * of the next video.
   */
  onNext?: ((item: Content) => void) | undefined
  /** True to start the next video after a countdown that the viewer can cancel. */
  autoplay?: boolean | undefined
}

/**
 * After the main video has ended, offers a replay and the next video. The end screen does not appear after a
 * trailer or an ad.
 */
export function EndScreen(props: Props) {
  const hasEnded = usePlayerState(
    ({ ended, source, adState }) => ended && source === 'main' && adState === null,
  )
  return hasEnded && <EndScreenContent {...props} />
}

function EndScreenContent({ next, nextPath, onNext, autoplay }: Props) {
  const player = usePlayer()
  const path = nextPath ?? (next && pagePaths.watch(next.id)) ?? ''
  const replay = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Move the focus to the Replay button only if no other element has focus. During a countdown, the Cancel
    // button needs the focus.
    if (document.activeElement === document.body && !autoplay) replay.current?.focus({ preventScroll: true })
  }, [autoplay])
  return (
    <section className="end-screen" aria-label={watchSessionMessages.end}>
      <Button ref={replay} variant="ink" className="end-replay" onClick={() => void player.play()}>
        <RotateCcw aria-hidden="true" /> {watchSessionMessages.replay}
      </Button>
      {next && (
        <div className="end-next">
          {autoplay ? (
            <AutoplayCountdown key={next.id} title={next.title} path={path} />
          ) : (
            <p className="end-head">{watchSessionMessages.upNext}</p>
          )}
          <NextVideoCard item={next} path={path} onNext={onNext} />
        </div>
      )}
    </section>
  )
}

function NextVideoCard({ item, path, onNext }: { item: Content; path: string; onNext: Props['onNext'] }) {
  const { title, content_type, creator, series } = item
  const inside = (
    <>
      <SmallCover item={item} className="end-cover" />
      <span className="min-w-0">
        <b className="end-title" dir="auto">
          {title}
        </b>
        {series && <EpisodeLabel series={series} />}
        <span className="end-by" dir="auto">
          {creator.display_name}
        </span>
      </span>
    </>
  )
  return onNext ? (
    <button type="button" className="end-card" data-hue={content_type} onClick={() => onNext(item)}>
      {inside}
    </button>
  ) : (
    <Link to={path} className="end-card" data-hue={content_type}>
      {inside}
    </Link>
  )
}
