import { loadPlayerPreferences, savePlayerPreferences } from './player-preferences.ts'
import type { PlayerState } from './player-state.ts'
import { computeLoudnessGain, roundVolume } from './playback-adjustments.ts'
import type { StateStore } from './state-store.ts'

type Element = () => HTMLVideoElement | null

/**
 * Manages the volume, mute and loudness normalization. For a loud video, the volume of the video element is
 * the value of the volume slider times `gain`.
 */
export function createVolumeControl(
  store: StateStore<PlayerState>,
  element: Element,
  loudness: number | null | undefined,
) {
  const gain = () => {
    const { evenVolume, source } = store.get()
    return evenVolume && source === 'main' ? computeLoudnessGain(loudness) : 1
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
    /** Restores the viewer's saved volume settings. */
    restore() {
      const { volume = 1, muted = false, evenVolume = true } = loadPlayerPreferences()
      store.set({ evenVolume })
      set(volume)
      mute(muted)
    },
    setVolume(volume: number) {
      const step = roundVolume(volume)
      set(step)
      mute(step === 0)
      savePlayerPreferences({ volume: step, muted: step === 0 })
    },
    setMuted(muted: boolean) {
      mute(muted)
      // Unmuting at volume 0 would leave the video silent, so the volume is raised.
      if (!muted && store.get().volume === 0) set(0.5)
      savePlayerPreferences({ muted })
    },
    setEvenVolume(evenVolume: boolean) {
      const { volume } = store.get()
      store.set({ evenVolume })
      set(volume)
      savePlayerPreferences({ evenVolume })
    },
  }
}
