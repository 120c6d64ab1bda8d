import { ExternalLink, Maximize, Minimize, Pause, Play, SkipForward, Volume2, VolumeX } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { playerAdMessages } from '#web/messages/watch/player-ads.ts'
import { playerMessages } from '#web/messages/watch/player.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { formatDuration, formatSpokenDuration } from '#web/ui/formatting/format-duration.ts'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { ControlButton } from '../skin/control-button.tsx'
import { usePlayer, usePlayerState } from '../skin/use-player.ts'
import type { AdBreakController } from './ad-break-controller.ts'
import type { AdPlaybackState } from './ad-player.ts'
import './ads.css'

/** Shows an ad on top of the player. The ad replaces the player's controls. */
export function AdOverlay({ breaks }: { breaks: AdBreakController }) {
  const { ad } = useSyncExternalStore(breaks.store.subscribe, breaks.store.get)
  return ad && <VisibleAd ad={ad} video={breaks.video} />
}

function VisibleAd({ ad, video }: { ad: AdPlaybackState; video: HTMLVideoElement }) {
  const stage = useRef<HTMLElement>(null)
  const picture = useRef<HTMLDivElement>(null)
  useEffect(() => picture.current?.prepend(video), [video])
  useAdFocus(stage)
  return (
    <section ref={stage} className="ad" aria-label={playerAdMessages.region}>
      <div ref={picture} className="ad-picture" />
      {ad.loading && (
        <span className="ad-spinner">
          <Spinner size={64} />
        </span>
      )}
      <div className="ad-top">
        <span className="ad-label" role="timer" aria-label={getTimeLeftLabel(ad)}>
          {ad.left === null
            ? playerAdMessages.label
            : playerAdMessages.left({ time: formatDuration(ad.left) })}
        </span>
        {ad.clickThrough && <AdvertiserLink address={ad.clickThrough} onFollow={ad.clicked} />}
      </div>
      <div className="ad-row" dir="ltr">
        <AdButtons ad={ad} />
        <span className="flex-1" />
        <SkipAdButton ad={ad} />
      </div>
      <output className="sr-only">
        {ad.skipIn === 0 ? playerAdMessages.skippable : playerAdMessages.begins}
      </output>
    </section>
  )
}

function getTimeLeftLabel({ left }: AdPlaybackState) {
  return left === null
    ? playerAdMessages.label
    : playerAdMessages.leftSpoken({ time: formatSpokenDuration(left) })
}

function AdvertiserLink({ address, onFollow }: { address: string; onFollow: () => void }) {
  const { host } = new URL(address)
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer sponsored"
      referrerPolicy="no-referrer"
      className={getButtonClassName({ size: 'small' }, 'ad-visit')}
      aria-label={playerAdMessages.visitSpoken({ host })}
      onClick={onFollow}
    >
      <span className="truncate">{playerAdMessages.visit({ host })}</span> <ExternalLink aria-hidden="true" />
    </a>
  )
}

function AdButtons({ ad: { paused, muted } }: { ad: AdPlaybackState }) {
  const core = usePlayer()
  const fullscreen = usePlayerState((state) => state.fullscreen)
  return (
    <>
      <ControlButton
        label={paused ? playerMessages.play : playerMessages.pause}
        keys="K"
        icon={paused ? <Play fill="currentColor" /> : <Pause fill="currentColor" />}
        onClick={() => void core.togglePlay()}
      />
      <ControlButton
        label={muted ? playerMessages.unmute : playerMessages.mute}
        keys="M"
        icon={muted ? <VolumeX /> : <Volume2 />}
        onClick={() => core.setMuted(!muted)}
      />
      <ControlButton
        label={fullscreen ? playerMessages.leaveFullscreen : playerMessages.fullscreen}
        keys="F"
        icon={fullscreen ? <Minimize /> : <Maximize />}
        onClick={() => void core.toggleFullscreen()}
      />
    </>
  )
}

function SkipAdButton({ ad: { skipIn, skip } }: { ad: AdPlaybackState }) {
  if (skipIn === null) return null
  return (
    <Button variant="primary" disabled={skipIn > 0} onClick={skip}>
      {skipIn > 0 ? playerAdMessages.skipIn({ seconds: skipIn }) : playerAdMessages.skip}{' '}
      <SkipForward aria-hidden="true" />
    </Button>
  )
}

/**
 * Moves the focus to the ad if the player had focus or nothing had focus. When the ad has ended, moves the
 * focus back to the player's controls.
 */
function useAdFocus(stage: React.RefObject<HTMLElement | null>) {
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
