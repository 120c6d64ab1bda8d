import { getSettingsStorage } from '#web/browser-storage.ts'
import type { QualityChoice } from './quality.ts'

/** What a viewer has set once and wants everywhere; kept only in this browser. */
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

/** Private windows and full storages refuse; then it is simply not remembered. */
export function savePlayerPreferences(what: PlayerPreferences) {
  try {
    getSettingsStorage()?.setItem(storageKey, JSON.stringify({ ...loadPlayerPreferences(), ...what }))
  } catch {
    // nothing to be done
  }
}
