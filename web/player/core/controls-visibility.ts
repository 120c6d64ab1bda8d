import { playerControls } from '#contract/limits.ts'

/** Why the controls must stay: paused, a menu open, keyboard focus inside, a slider being dragged. */
export type KeepVisibleReason = 'paused' | 'menu' | 'focus' | 'drag' | 'error'

/**
 * Decides when the controls are visible: immediately on any activity, and until 2000 ms pass
 * without activity or a reason to stay.
 */
export function createControlsVisibility(show: (visible: boolean) => void) {
  const holds = new Set<KeepVisibleReason>(['paused'])
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = () => {
    clearTimeout(timer)
    if (!holds.size) timer = setTimeout(() => show(false), playerControls.controlsHide)
  }
  return {
    wake() {
      show(true)
      later()
    },
    /** The pointer left the picture, so hide without waiting. */
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
