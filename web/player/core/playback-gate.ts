/** Delays playback after a play request, for example to show an ad break first. */
export interface PlaybackGate {
  /** Resolves when the video can continue, or immediately if there is nothing to wait for. */
  waitUntilOpen(): Promise<void>
  /**
   * Returns the element that currently replaces the video. Play and pause then apply to the replacement, and
   * seeking is disabled.
   */
  getReplacementElement(): HTMLVideoElement | null
}

/** Creates a slot for the player's optional playback gate. */
export function createPlaybackGateHolder() {
  let gate: PlaybackGate | null = null
  return {
    pass: async () => gate?.waitUntilOpen(),
    instead: () => gate?.getReplacementElement() ?? null,
    /** Installs a playback gate and returns a function that removes it. */
    put(next: PlaybackGate) {
      gate = next
      return () => {
        if (gate === next) gate = null
      }
    },
  }
}
