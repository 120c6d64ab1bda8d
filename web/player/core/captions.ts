import type { PlayerState } from './state.ts'
import type { Store } from './store.ts'

/** Shows one of the element's caption tracks, or none (-1). */
export function showCaptions(video: HTMLVideoElement | null, store: Store<PlayerState>, index: number) {
  const tracks = [...(video?.textTracks ?? [])]
  tracks.forEach((track, at) => (track.mode = at === index ? 'showing' : 'disabled'))
  store.set({ captions: tracks[index] ? index : -1 })
}
