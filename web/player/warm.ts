import { sparesData } from './core/ahead-idle.ts'
import { warmCode } from './core/stream.ts'
import { loadSkin } from './skin-code.ts'

/** Fetches the player's code while somebody points at a film: a press is likely, and nothing of it has to be fetched again. */
export function warmPlayer(): void {
  if (sparesData()) return
  warmCode()
  // Failing, it is asked for again when it is needed.
  loadSkin(false).catch(() => {})
}
