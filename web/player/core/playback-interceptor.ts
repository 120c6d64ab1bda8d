/** Delays playback after the viewer presses play, for example to show an ad break first. */
export interface PlaybackInterceptor {
  /**
   * Returns a promise that resolves when the video may play. If nothing delays the video, the promise
   * resolves immediately.
   */
  waitUntilPlaybackAllowed(): Promise<void>
  /**
   * Returns the element that currently plays in place of the video, for example an ad. While an ad replaces
   * the video, the play and pause commands control the ad, and seeking is disabled.
   */
  getReplacementElement(): HTMLVideoElement | null
}

/** Manages the optional playback interceptor of a player. */
export function createPlaybackInterceptorManager() {
  let interceptor: PlaybackInterceptor | null = null
  return {
    pass: async () => interceptor?.waitUntilPlaybackAllowed(),
    instead: () => interceptor?.getReplacementElement() ?? null,
    /** Installs an interceptor. Returns a function that removes the interceptor. */
    install(next: PlaybackInterceptor) {
      interceptor = next
      return () => {
        if (interceptor === next) interceptor = null
      }
    },
  }
}
