/** Stands between wanting to play and playing, and may show something of its own before: ad breaks do. */
export interface Gate {
  /** Resolves when the video may go on; at once if there is nothing to wait for. */
  pass(): Promise<void>
  /** What is on instead of the video, while it is: playing and pausing mean this, and nobody seeks. */
  instead(): HTMLVideoElement | null
}

/** The gate of a player that has one. */
export function createGateway() {
  let gate: Gate | null = null
  return {
    pass: async () => gate?.pass(),
    instead: () => gate?.instead() ?? null,
    /** Puts a gate up; what it returns takes it away. */
    put(next: Gate) {
      gate = next
      return () => {
        if (gate === next) gate = null
      }
    },
  }
}
