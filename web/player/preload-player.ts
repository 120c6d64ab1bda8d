import { isDataSaverOn } from './core/streaming/idle-prefetch.ts'
import { preloadHlsCode } from './core/streaming/playback-stream.ts'
import { loadPlayerSkin } from './skin-loader.ts'

/** Fetches the player's code while somebody points at a film: a press is likely, and nothing of it has to be fetched again. */
export function preloadPlayer(): void {
  if (isDataSaverOn()) return
  preloadHlsCode()
  // Failing, it is asked for again when it is needed.
  loadPlayerSkin(false).catch(() => {})
}
