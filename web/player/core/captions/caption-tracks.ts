import type { PlayerState } from '../player-state.ts'
import type { StateStore } from '../state-store.ts'

/** The captions for a video in one language. `url` is a WebVTT file. */
export type PlayerCaptions = { url: string; language: string; name: string; is_default: boolean }

/** Shows the caption track with this index, or no captions if the index is -1. */
export function showCaptionTrack(
  video: HTMLVideoElement | null,
  store: StateStore<PlayerState>,
  index: number,
) {
  const tracks = [...(video?.textTracks ?? [])]
  tracks.forEach((track, at) => (track.mode = at === index ? 'showing' : 'disabled'))
  store.set({ captions: tracks[index] ? index : -1 })
}
