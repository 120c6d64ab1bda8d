/** Delays playback after the viewer presses play, for example to show an ad break first. */
export interface PlaybackGate {
  /** The promise resolves when the video can continue, or immediately if there is nothing to wait for. */
  waitUntilOpen(): Promise<void>
  /**
   * Returns the element that currently replaces the video. While the video is replaced, play and pause
   * control the replacement, and seeking is disabled.
   */
  getReplacementElement(): HTMLVideoElement | null
}

/**
 * Manages the gate that can delay playback, for example until an ad is over. A player without ads has no
 * gate.
 */
export function createPlaybackGateSlot() {
  let gate: PlaybackGate | null = null
  return {
    pass: async () => gate?.waitUntilOpen(),
    instead: () => gate?.getReplacementElement() ?? null,
    /** Installs a gate that can delay playback. Returns a function that removes the gate. */
    put(next: PlaybackGate) {
      gate = next
      return () => {
        if (gate === next) gate = null
      }
    },
  }
}
