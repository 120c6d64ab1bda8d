import type { PlayerState } from './state.ts'
import type { Store } from './store.ts'

/** iPhones only let a video itself go full screen. */
type AppleVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/** Full screen of the whole player, picture in picture of the video; both read back from their events. */
export function createView(store: Store<PlayerState>) {
  let video: HTMLVideoElement | null = null
  let box: HTMLElement | null = null

  function attach(element: HTMLVideoElement, stage: HTMLElement) {
    video = element
    box = stage
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
      ;(video as AppleVideo | null)?.webkitEnterFullscreen?.()
    },
    /** Refused before the first frame is there; nothing happens then. */
    async togglePip() {
      if (document.pictureInPictureElement) return document.exitPictureInPicture()
      await video?.requestPictureInPicture?.().catch(() => {})
    },
    toggleTheatre: () => store.set({ theatre: !store.get().theatre }),
  }
}
