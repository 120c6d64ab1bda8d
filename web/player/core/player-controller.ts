import { showCaptionTrack } from './captions/caption-tracks.ts'
import { createPlayback, type PlaybackOptions } from './playback.ts'
import type { PlayerActionIcon } from './player-state.ts'
import { createDisplayModeController } from './display-modes.ts'

export type PlayerController = ReturnType<typeof createPlayerController>

/**
 * The player without a user interface: its state and commands. The skin renders the player and handles key
 * presses.
 */
export function createPlayerController(options: PlaybackOptions) {
  const playback = createPlayback(options)
  const { store } = playback
  const view = createDisplayModeController(store, options.hasTheatre)
  let bubbles = 0
  let preferredCaptions = 0

  const player = {
    ...playback,
    ...view,
    /**
     * Attaches the player to its video element and to the box around the video. Returns a function that
     * detaches the player.
     */
    attach(video: HTMLVideoElement, box: HTMLElement) {
      const detachers = [playback.attach(video), view.attach(video, box)]
      return () => detachers.forEach((each) => each())
    },
    seekBy: (by: number) => playback.seekTo((playback.element()?.currentTime ?? 0) + by),
    setCaptions(index: number) {
      if (index >= 0) preferredCaptions = index
      showCaptionTrack(playback.element(), store, index)
    },
    /** Sets the index of the caption track that `toggleCaptions` shows. */
    preferCaptions: (index: number) => (preferredCaptions = index),
    toggleCaptions() {
      player.setCaptions(store.get().captions < 0 ? preferredCaptions : -1)
      return store.get().captions >= 0
    },
    showKeys: (keysShown: boolean) => store.set({ shortcutsVisible: keysShown }),
    say: (sign: PlayerActionIcon, text: string) => store.set({ feedback: { id: ++bubbles, sign, text } }),
  }
  return player
}
