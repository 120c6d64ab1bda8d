import { showCaptions } from './captions.ts'
import { listenToKeys } from './key-place.ts'
import { createPlayback, type PlaybackOptions } from './playback.ts'
import type { BubbleSign } from './state.ts'
import { createView } from './view.ts'

export type Player = ReturnType<typeof createPlayer>

/** The whole player without a pixel of its own: state, verbs, keys. The skin draws it. */
export function createPlayer(options: PlaybackOptions) {
  const playback = createPlayback(options)
  const { store } = playback
  const view = createView(store, options.hasTheatre)
  let bubbles = 0

  const player = {
    ...playback,
    ...view,
    /** Hands over the elements; what it returns lets go of them. */
    attach(video: HTMLVideoElement, box: HTMLElement) {
      const leave = [playback.attach(video), view.attach(video, box), listenToKeys(player, box)]
      return () => leave.forEach((each) => each())
    },
    seekBy: (by: number) => playback.seekTo((playback.element()?.currentTime ?? 0) + by),
    setCaptions: (index: number) => showCaptions(playback.element(), store, index),
    toggleCaptions() {
      player.setCaptions(store.get().captions < 0 ? 0 : -1)
      return store.get().captions >= 0
    },
    showKeys: (keysShown: boolean) => store.set({ keysShown }),
    say: (sign: BubbleSign, text: string) => store.set({ bubble: { id: ++bubbles, sign, text } }),
  }
  return player
}
