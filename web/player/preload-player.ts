import { shouldSkipPrefetch } from './core/streaming/idle-prefetch.ts'
import { preloadHlsCode } from './core/streaming/playback-stream.ts'
import { loadPlayerSkin } from './skin-loader.ts'

/**
 * Preloads the player's code when the viewer hovers over a video, because the viewer will probably press
 * play.
 */
export function preloadPlayer(): void {
  if (shouldSkipPrefetch()) return
  preloadHlsCode()
  // If loading the player's code fails, the code is loaded again when it is needed.
  loadPlayerSkin(false).catch(() => {})
}
