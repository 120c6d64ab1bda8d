import { imageVariantPath } from '#contract/content/image-variants.ts'
import type { PlayerController } from './player-controller.ts'
import { defaultSkipSeconds } from './playback-adjustments.ts'

type MediaDescription = { title: string; by?: string; poster?: string | null }

/**
 * Sets the metadata and actions of the video for the lock screen, headsets and media keys. Returns a function
 * that removes the metadata and actions.
 */
export function registerMediaSession(player: PlayerController, { title, by, poster }: MediaDescription) {
  const session = globalThis.navigator?.mediaSession
  if (!session) return () => {}
  const handlers: Partial<Record<MediaSessionAction, (details: MediaSessionActionDetails) => void>> = {
    play: () => void player.play(),
    pause: () => player.pause(),
    seekbackward: () => void player.seekBy(-defaultSkipSeconds),
    seekforward: () => void player.seekBy(defaultSkipSeconds),
    seekto: ({ seekTime }) => void player.seekTo(seekTime ?? 0),
  }
  const names = Object.keys(handlers) as MediaSessionAction[]
  // Phones show the artwork at a small size, so a small image is sufficient.
  const artwork = poster ? [{ src: imageVariantPath(poster, 480) }] : []
  session.metadata = new MediaMetadata({ title, artist: by ?? '', artwork })
  for (const name of names) session.setActionHandler(name, handlers[name]!)
  return () => {
    session.metadata = null
    for (const name of names) session.setActionHandler(name, null)
  }
}
