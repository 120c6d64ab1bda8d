import { loadPlayerPreferences, savePlayerPreferences } from './player-preferences.ts'
import type { PlayerState } from './player-state.ts'
import type { StateStore } from './state-store.ts'

/** iPhones allow full screen for the video element only. */
type WebkitVideoElement = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/** Above this width a page has room for two layouts; below, the picture fills the screen's width anyway. */
const theatreMediaQuery = '(width >= 640px)'

/**
 * Full screen for the whole player, picture-in-picture for the video; both states are read back from their
 * events. Theatre mode is a page layout, available only where the page supports it.
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
    /** Browsers refuse before the first frame; nothing happens then. */
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
