import { getSettingsStorage } from '#web/browser-storage.ts'
import type { QualityChoice } from './quality.ts'

/** Preferences that apply to every video; stored in this browser only. */
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

/** Private windows and full storage refuse; the preference is then not remembered. */
export function savePlayerPreferences(patch: PlayerPreferences) {
  try {
    getSettingsStorage()?.setItem(storageKey, JSON.stringify({ ...loadPlayerPreferences(), ...patch }))
  } catch {
    // storage refused
  }
}
