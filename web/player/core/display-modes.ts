import { loadPlayerPreferences, savePlayerPreferences } from './player-preferences.ts'
import type { PlayerState } from './player-state.ts'
import type { StateStore } from './state-store.ts'

/** iPhones support full screen only for the video element itself. */
type WebkitVideoElement = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/**
 * Theatre mode requires a screen that is at least 640 px wide. On a screen below 640 px, the picture fills
 * the width even without theatre mode.
 */
const theatreMediaQuery = '(width >= 640px)'

/**
 * Manages full screen for the whole player and picture-in-picture for the video. The state of both modes is
 * updated when the browser reports a change. Theatre mode is a layout of the page, and only some pages
 * support it.
 */
export function createDisplayModeController(store: StateStore<PlayerState>, hasTheatre = false) {
  let video: HTMLVideoElement | null = null
  let box: HTMLElement | null = null

  function attach(element: HTMLVideoElement, stage: HTMLElement) {
    video = element
    box = stage
    if (hasTheatre) store.set({ theatre: loadPlayerPreferences().theatre ?? false })
    const listening = new AbortController()
    const full = () => store.set({ fullscreen: document.fullscreenElement === box })
    document.addEventListener('fullscreenchange', full, listening)
    element.addEventListener('webkitbeginfullscreen', () => store.set({ fullscreen: true }), listening)
    element.addEventListener('webkitendfullscreen', () => store.set({ fullscreen: false }), listening)
    element.addEventListener('enterpictureinpicture', () => store.set({ pip: true }), listening)
    element.addEventListener('leavepictureinpicture', () => store.set({ pip: false }), listening)
    return () => {
      listening.abort()
      video = box = null
    }
  }

  return {
    attach,
    canPip: () => Boolean(document.pictureInPictureEnabled),
    async toggleFullscreen() {
      if (document.fullscreenElement) return document.exitFullscreen()
      if (box?.requestFullscreen) return box.requestFullscreen().catch(() => {})
      ;(video as WebkitVideoElement | null)?.webkitEnterFullscreen?.()
    },
    /**
     * Switches picture-in-picture on or off. Browsers reject picture-in-picture before the first frame of the
     * video is available; such a rejection is ignored.
     */
    async togglePip() {
      if (document.pictureInPictureElement) return document.exitPictureInPicture()
      await video?.requestPictureInPicture?.().catch(() => {})
    },
    canTheatre: () => hasTheatre && matchMedia(theatreMediaQuery).matches,
    toggleTheatre() {
      const theatre = !store.get().theatre
      store.set({ theatre })
      savePlayerPreferences({ theatre })
    },
  }
}
