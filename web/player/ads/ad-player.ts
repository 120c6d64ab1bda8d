import type { PlayerController } from '../core/player-controller.ts'
import { createStateStore, type StateStore } from '../core/state-store.ts'

/** The state of an ad, and the actions that the viewer can take. */
export interface AdPlaybackState {
  /** True until the first frame of the ad is visible. */
  loading: boolean
  paused: boolean
  muted: boolean
  /** The number of seconds until the ad ends, or null if its duration is not known yet. */
  left: number | null
  /**
   * The number of seconds until the ad can be skipped, 0 once the ad can be skipped, or null if it can never
   * be skipped.
   */
  skipIn: number | null
  /** The URL that opens when the viewer clicks the ad, if the ad has one. */
  clickThrough: string | null
  skip: () => void
  /** Reports that the viewer has clicked the ad's link. */
  clicked: () => void
}

export type AdPlayer = {
  player: PlayerController
  video: HTMLVideoElement
  store: StateStore<{ ad: AdPlaybackState | null }>
}

/** Plays ads in a separate element on top of the video, so the video keeps its buffer and position. */
export function createAdPlayer(player: PlayerController): AdPlayer {
  const video = document.createElement('video')
  video.playsInline = true
  // Request the ad's media file without cookies. As with the VAST document, the server must allow this
  // cross-origin request (CORS).
  video.crossOrigin = 'anonymous'
  video.tabIndex = -1
  return { player, video, store: createStateStore<{ ad: AdPlaybackState | null }>({ ad: null }) }
}

/** Keeps the volume of the ad equal to the video's volume until the signal is aborted. */
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
 * Starts playing the ad. If the browser blocks sound, tries again with the ad and the video muted. Returns
 * false if the browser also blocks muted playback.
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
