/** Sits between the request to play and playback, and may show something else first, such as an ad break. */
export interface PlaybackGate {
  /** Resolves when the video may continue; immediately if there is nothing to wait for. */
  waitUntilOpen(): Promise<void>
  /** The element that replaces the video at the moment: play and pause apply to it, and seeking is disabled. */
  getReplacement(): HTMLVideoElement | null
}

/** Holds the player's gate, if it has one. */
export function createPlaybackGateSlot() {
  let gate: PlaybackGate | null = null
  return {
    pass: async () => gate?.waitUntilOpen(),
    instead: () => gate?.getReplacement() ?? null,
    /** Installs a gate; returns a function that removes it. */
    put(next: PlaybackGate) {
      gate = next
      return () => {
        if (gate === next) gate = null
      }
    },
  }
}
