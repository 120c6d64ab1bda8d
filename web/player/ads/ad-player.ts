import type { PlayerController } from '../core/player-controller.ts'
import { createStateStore, type StateStore } from '../core/state-store.ts'

/** The state of an ad, and the viewer's actions. */
export interface AdViewState {
  /** Nothing is visible yet. */
  loading: boolean
  paused: boolean
  muted: boolean
  /** Seconds to the end; null until known. */
  left: number | null
  /** Seconds until it can be skipped, 0 from then on; null if never. */
  skipIn: number | null
  /** The URL of its link, if it has one. */
  clickThrough: string | null
  skip: () => void
  /** Reports a click on the link. */
  clicked: () => void
}

export type AdPlayer = {
  player: PlayerController
  video: HTMLVideoElement
  store: StateStore<{ ad: AdViewState | null }>
}

/** Plays ads in a separate element above the video's, so that the video keeps its buffer and position. */
export function createAdPlayer(player: PlayerController): AdPlayer {
  const video = document.createElement('video')
  video.playsInline = true
  // Without cookies. The file's server must allow any origin, as the VAST document's server must.
  video.crossOrigin = 'anonymous'
  video.tabIndex = -1
  return { player, video, store: createStateStore<{ ad: AdViewState | null }>({ ad: null }) }
}

/** Keeps the ad's volume equal to the video's until the signal aborts. */
export function syncAdVolume({ player, video }: AdPlayer, signal: AbortSignal): void {
  const follow = () => {
    const { volume, muted } = player.store.get()
    if (video.volume !== volume) video.volume = volume
    if (video.muted !== muted) video.muted = muted
  }
  follow()
  signal.addEventListener('abort', player.store.subscribe(follow), { once: true })
}

/** Starts the ad; if the browser refuses sound, retries muted, as for the video. False if that is refused too. */
export async function startAdPlayback({ player, video }: AdPlayer): Promise<boolean> {
  try {
    await video.play()
  } catch (refusal) {
    const content = player.element()
    const isAutoplayRefusal =
      refusal instanceof DOMException && refusal.name === 'NotAllowedError' && !video.muted
    if (!isAutoplayRefusal || !content) return false
    content.muted = video.muted = true
    player.store.set({ muted: true, mutedByBrowser: true })
    return video.play().then(
      () => true,
      () => false,
    )
  }
  return true
}
