/** Stands between wanting to play and playing, and may show something of its own before: ad breaks do. */
export interface PlaybackGate {
  /** Resolves when the video may go on; at once if there is nothing to wait for. */
  pass(): Promise<void>
  /** What is on instead of the video, while it is: playing and pausing mean this, and nobody seeks. */
  instead(): HTMLVideoElement | null
}

/** The gate of a player that has one. */
export function createPlaybackGateSlot() {
  let gate: PlaybackGate | null = null
  return {
    pass: async () => gate?.pass(),
    instead: () => gate?.instead() ?? null,
    /** Puts a gate up; what it returns takes it away. */
    put(next: PlaybackGate) {
      gate = next
      return () => {
        if (gate === next) gate = null
      }
    },
  }
}
