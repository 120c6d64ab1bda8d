import { ExternalLink, Maximize, Minimize, Pause, Play, SkipForward, Volume2, VolumeX } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { words } from '#web/words/ads.ts'
import { words as player } from '#web/words/player.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { clock, spokenClock } from '../../ui/clock.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { ControlButton } from '../skin/control-button.tsx'
import { usePlayer, usePlayerState } from '../skin/use-player.ts'
import type { Breaks } from './breaks.ts'
import type { AdOnScreen } from './screen.ts'
import './ads.css'

/** An ad over the player, in place of its controls. */
export function AdStage({ breaks }: { breaks: Breaks }) {
  const { ad } = useSyncExternalStore(breaks.store.subscribe, breaks.store.get)
  return ad && <Showing ad={ad} video={breaks.video} />
}

function Showing({ ad, video }: { ad: AdOnScreen; video: HTMLVideoElement }) {
  const stage = useRef<HTMLElement>(null)
  const picture = useRef<HTMLDivElement>(null)
  useEffect(() => picture.current?.prepend(video), [video])
  useFocus(stage)
  return (
    <section ref={stage} className="ad" aria-label={words.region}>
      <div ref={picture} className="ad-picture" />
      {ad.loading && (
        <span className="ad-spinner">
          <Spinner size={64} />
        </span>
      )}
      <div className="ad-top">
        <span className="ad-label" role="timer" aria-label={spokenLeft(ad)}>
          {ad.left === null ? words.label : words.left(clock(ad.left))}
        </span>
        {ad.clickThrough && <Visit address={ad.clickThrough} onFollow={ad.clicked} />}
      </div>
      <div className="ad-row">
        <Buttons ad={ad} />
        <span className="flex-1" />
        <Skip ad={ad} />
      </div>
      <output className="sr-only">{ad.skipIn === 0 ? words.skippable : words.begins}</output>
    </section>
  )
}

function spokenLeft({ left }: AdOnScreen) {
  return left === null ? words.label : words.leftSpoken(spokenClock(left))
}

function Visit({ address, onFollow }: { address: string; onFollow: () => void }) {
  const { host } = new URL(address)
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer sponsored"
      referrerPolicy="no-referrer"
      className={buttonClass({ size: 'small' }, 'ad-visit')}
      aria-label={words.visitSpoken(host)}
      onClick={onFollow}
    >
      <span className="truncate">{words.visit(host)}</span> <ExternalLink aria-hidden="true" />
    </a>
  )
}

function Buttons({ ad: { paused, muted } }: { ad: AdOnScreen }) {
  const core = usePlayer()
  const fullscreen = usePlayerState((state) => state.fullscreen)
  return (
    <>
      <ControlButton
        label={paused ? player.play : player.pause}
        keys="K"
        icon={paused ? <Play fill="currentColor" /> : <Pause fill="currentColor" />}
        onClick={() => void core.togglePlay()}
      />
      <ControlButton
        label={muted ? player.unmute : player.mute}
        keys="M"
        icon={muted ? <VolumeX /> : <Volume2 />}
        onClick={() => core.setMuted(!muted)}
      />
      <ControlButton
        label={fullscreen ? player.leaveFullscreen : player.fullscreen}
        keys="F"
        icon={fullscreen ? <Minimize /> : <Maximize />}
        onClick={() => void core.toggleFullscreen()}
      />
    </>
  )
}

function Skip({ ad: { skipIn, skip } }: { ad: AdOnScreen }) {
  if (skipIn === null) return null
  return (
    <Button variant="primary" disabled={skipIn > 0} onClick={skip}>
      {skipIn > 0 ? words.skipIn(skipIn) : words.skip} <SkipForward aria-hidden="true" />
    </Button>
  )
}

/** Focus that was in the player, or nowhere, comes along, and goes back to the video's controls after. */
function useFocus(stage: React.RefObject<HTMLElement | null>) {
  useEffect(() => {
    const box = stage.current!
    const { activeElement: now, body } = document
    if (now === body || box.parentElement?.contains(now)) focusFirst(box)
  }, [stage])
  useLayoutEffect(() => {
    const box = stage.current!
    const outer = box.parentElement
    return () => {
      if (box.contains(document.activeElement)) requestAnimationFrame(() => focusFirst(outer))
    }
  }, [stage])
}

function focusFirst(box: HTMLElement | null) {
  box?.querySelector<HTMLElement>('.control')?.focus({ preventScroll: true })
}
