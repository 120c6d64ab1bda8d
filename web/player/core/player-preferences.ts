import { getSettingsStorage } from '#web/browser-storage.ts'
import type { QualityChoice } from './quality.ts'

/** Player preferences that apply to every video. Player preferences are stored in this browser only. */
export type PlayerPreferences = {
  volume?: number
  muted?: boolean
  quality?: QualityChoice
  evenVolume?: boolean
  captions?: string
  theatre?: boolean
}

const storageKey = 'player'

export function loadPlayerPreferences(): PlayerPreferences {
  try {
    return JSON.parse(getSettingsStorage()?.getItem(storageKey) ?? '{}') as PlayerPreferences
  } catch {
    return {}
  }
}

/** Saves player preferences. If storage is full or disabled, they are not remembered. */
export function savePlayerPreferences(patch: PlayerPreferences) {
  try {
    getSettingsStorage()?.setItem(storageKey, JSON.stringify({ ...loadPlayerPreferences(), ...patch }))
  } catch {
    // Local storage is full or disabled.
  }
}
