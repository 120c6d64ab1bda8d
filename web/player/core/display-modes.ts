import { loadPlayerPreferences, savePlayerPreferences } from './player-preferences.ts'
import type { PlayerState } from './player-state.ts'
import type { StateStore } from './state-store.ts'

/** iPhones support full screen only for the video element. */
type WebkitVideoElement = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/** The minimum width for theatre mode. On narrower screens, the picture fills the width anyway. */
const theatreMediaQuery = '(width >= 640px)'

/**
 * Manages full screen for the whole player and picture-in-picture for the video; the browser's events report
 * both states. Theatre mode is a page layout and is available only on pages that support it.
 */
export function createDisplayModes(store: StateStore<PlayerState>, hasTheatre = false) {
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
     * Toggles picture-in-picture. Browsers reject picture-in-picture before the first frame, in which case
     * nothing happens.
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
