import { recall, remember } from './memory.ts'
import type { PlayerState } from './state.ts'
import type { Store } from './store.ts'

/** iPhones only let a video itself go full screen. */
type AppleVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/** From here on a page has room for two layouts; below, the picture is as wide as the screen anyway. */
const roomForTheatre = '(width >= 640px)'

/** Full screen of the whole player, picture in picture of the video; both read back from their events. Theatre is the page's layout: only
 *  where the page has one. */
export function createView(store: Store<PlayerState>, hasTheatre = false) {
  let video: HTMLVideoElement | null = null
  let box: HTMLElement | null = null

  function attach(element: HTMLVideoElement, stage: HTMLElement) {
    video = element
    box = stage
    if (hasTheatre) store.set({ theatre: recall().theatre ?? false })
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
    canTheatre: () => hasTheatre && matchMedia(roomForTheatre).matches,
    toggleTheatre() {
      const theatre = !store.get().theatre
      store.set({ theatre })
      remember({ theatre })
    },
  }
}
