import { getSettingsStorage } from '#web/browser-storage.ts'
import type { QualityChoice } from './quality.ts'

/** The player preferences that apply to every video. Player preferences are stored only in this browser. */
export type PlayerPreferences = {
  volume?: number
  muted?: boolean
  quality?: QualityChoice
  evenVolume?: boolean
  /** The language of the captions, or `off`. */
  captions?: string
  /** The appearance of captions (captions/caption-style.ts). */
  captionStyle?: Record<string, string>
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

/** Saves the player preferences. If local storage is full or disabled, the preferences are not remembered. */
export function savePlayerPreferences(patch: PlayerPreferences) {
  try {
    getSettingsStorage()?.setItem(storageKey, JSON.stringify({ ...loadPlayerPreferences(), ...patch }))
  } catch {
    // Ignore the error: local storage is full or disabled.
  }
}
