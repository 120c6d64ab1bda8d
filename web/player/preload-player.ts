import { isDataSaverOn } from './core/streaming/idle-prefetch.ts'
import { preloadHlsCode } from './core/streaming/playback-stream.ts'
import { loadPlayerSkin } from './skin-loader.ts'

/** Preloads the player's code when the viewer hovers over a video, because a press is likely to follow. */
export function preloadPlayer(): void {
  if (isDataSaverOn()) return
  preloadHlsCode()
  // A failed load is retried when the code is needed.
  loadPlayerSkin(false).catch(() => {})
}
