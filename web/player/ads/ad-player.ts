import type { PlayerController } from '../core/player-controller.ts'
import { createStateStore, type StateStore } from '../core/state-store.ts'

/** The state of an ad and the actions available to the viewer. */
export interface AdViewState {
  /** True until the first frame of the ad is visible. */
  loading: boolean
  paused: boolean
  muted: boolean
  /** The seconds until the end of the ad; null until known. */
  left: number | null
  /** The seconds until the ad can be skipped, then 0; null if it cannot be skipped. */
  skipIn: number | null
  /** The URL that a click on the ad opens, if it has one. */
  clickThrough: string | null
  skip: () => void
  /** Reports that the viewer clicked the ad's link. */
  clicked: () => void
}

export type AdPlayer = {
  player: PlayerController
  video: HTMLVideoElement
  store: StateStore<{ ad: AdViewState | null }>
}

/** Plays ads in a separate element on top of the video, so the video keeps its buffer and position. */
export function createAdPlayer(player: PlayerController): AdPlayer {
  const video = document.createElement('video')
  video.playsInline = true
  // Sends no cookies. The server of the file must allow any origin, like the server of the VAST document.
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

/**
 * Starts the ad. If the browser blocks sound, retries with the ad and the video muted. Returns false if that
 * is blocked too.
 */
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
