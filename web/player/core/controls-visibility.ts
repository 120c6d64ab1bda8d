import { playerControlSettings } from '#contract/limits.ts'

/**
 * The reasons to keep the player's controls visible, such as an open menu or keyboard focus in the player.
 */
export type KeepVisibleReason = 'paused' | 'menu' | 'focus' | 'drag' | 'error'

/**
 * Shows and hides the player's controls. Any viewer activity shows the controls. The controls are hidden
 * after 2000 ms without activity, unless there is a reason to keep them visible.
 */
export function createControlsVisibilityController(show: (visible: boolean) => void) {
  const holds = new Set<KeepVisibleReason>(['paused'])
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = () => {
    clearTimeout(timer)
    if (!holds.size) timer = setTimeout(() => show(false), playerControlSettings.controlsHide)
  }
  return {
    wake() {
      show(true)
      later()
    },
    /**
     * Hides the controls immediately, unless there is a reason to keep them visible. Called when the pointer
     * leaves the player.
     */
    leave() {
      if (!holds.size) show(false)
    },
    hold(reason: KeepVisibleReason, on: boolean) {
      if (holds.has(reason) === on) return
      if (on) holds.add(reason)
      else holds.delete(reason)
      if (on) show(true)
      later()
    },
    stop: () => clearTimeout(timer),
  }
}
