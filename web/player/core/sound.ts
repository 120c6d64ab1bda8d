import { recall, remember } from './memory.ts'
import type { PlayerState } from './state.ts'
import { evenGain, volumeStep } from './steps.ts'
import type { Store } from './store.ts'

type Element = () => HTMLVideoElement | null

/** Volume, mute and even volume. A loud video's element is set lower than the slider says; `gain` is the difference. */
export function createSound(
  store: Store<PlayerState>,
  element: Element,
  loudness: number | null | undefined,
) {
  const gain = () => {
    const { evenVolume, source } = store.get()
    return evenVolume && source === 'main' ? evenGain(loudness) : 1
  }
  const set = (volume: number) => {
    const video = element()
    if (video) video.volume = volume * gain()
  }
  const mute = (muted: boolean) => {
    const video = element()
    if (video) video.muted = muted
    store.set({ mutedByBrowser: false })
  }
  return {
    gain,
    /** As this viewer left it last time. */
    restore() {
      const { volume = 1, muted = false, evenVolume = true } = recall()
      store.set({ evenVolume })
      set(volume)
      mute(muted)
    },
    setVolume(volume: number) {
      const step = volumeStep(volume)
      set(step)
      mute(step === 0)
      remember({ volume: step, muted: step === 0 })
    },
    setMuted(muted: boolean) {
      mute(muted)
      // Unmuting at nothing would still be silence.
      if (!muted && store.get().volume === 0) set(0.5)
      remember({ muted })
    },
    setEvenVolume(evenVolume: boolean) {
      const { volume } = store.get()
      store.set({ evenVolume })
      set(volume)
      remember({ evenVolume })
    },
  }
}
