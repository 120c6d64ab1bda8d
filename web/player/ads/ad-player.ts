import type { PlayerController } from '../core/player-controller.ts'
import { createStateStore, type StateStore } from '../core/state-store.ts'

/** An ad as the viewer sees it, and what they can do about it. */
export interface AdViewState {
  /** Nothing to see of it yet. */
  loading: boolean
  paused: boolean
  muted: boolean
  /** Seconds to its end; null until that is known. */
  left: number | null
  /** Seconds until it may be skipped, 0 from then on; null if never. */
  skipIn: number | null
  /** Where its link leads, if it has one. */
  clickThrough: string | null
  skip: () => void
  /** The link was followed. */
  clicked: () => void
}

export type AdPlayer = {
  player: PlayerController
  video: HTMLVideoElement
  store: StateStore<{ ad: AdViewState | null }>
}

/** An element of its own over the video's: what is buffered of the video, and its place, stay as they are. */
export function createAdPlayer(player: PlayerController): AdPlayer {
  const video = document.createElement('video')
  video.playsInline = true
  // Without cookies; the file's server must let any page read it, as it must the document's.
  video.crossOrigin = 'anonymous'
  video.tabIndex = -1
  return { player, video, store: createStateStore<{ ad: AdViewState | null }>({ ad: null }) }
}

/** As loud as the video is, now and after each change, until the signal. */
export function syncAdVolume({ player, video }: AdPlayer, signal: AbortSignal): void {
  const follow = () => {
    const { volume, muted } = player.store.get()
    if (video.volume !== volume) video.volume = volume
    if (video.muted !== muted) video.muted = muted
  }
  follow()
  signal.addEventListener('abort', player.store.subscribe(follow), { once: true })
}

/** Plays; a browser that refuses sound gets a second try without, as with the video. False if it refuses that too. */
export async function startAdPlayback({ player, video }: AdPlayer): Promise<boolean> {
  try {
    await video.play()
  } catch (refusal) {
    const content = player.element()
    const forSound = refusal instanceof DOMException && refusal.name === 'NotAllowedError' && !video.muted
    if (!forSound || !content) return false
    content.muted = video.muted = true
    player.store.set({ muted: true, mutedByBrowser: true })
    return video.play().then(
      () => true,
      () => false,
    )
  }
  return true
}
