import { useSyncExternalStore } from 'react'
import { putSafetySetting } from '#contract/safety/safety-settings.ts'
import { getPlaybackPreferences } from '#contract/wellbeing.ts'
import { callApi } from '#web/api/api-client.ts'
import { getSettingsStorage } from '#web/browser-storage.ts'

/**
 * Manages the viewer's playback preferences. The preferences of signed-in viewers are stored on the server.
 * The preferences of signed-out viewers are stored in the browser.
 */
export interface PlaybackPreferences {
  autoplayNext: boolean
  /** The number of minutes of playback after which the player suggests a break. 0 means never. */
  breakMinutes: number
}

interface PreferencesState {
  /** The id of the account to which the preferences belong. '' for signed-out viewers. */
  who: string | null
  /** The playback preferences, or null until they are loaded. */
  playing: PlaybackPreferences | null
  /**
   * A requested change to a less strict value, which the viewer has to confirm.
   */
  asked: Partial<PlaybackPreferences> | null
}

const storageKey = 'playing'
const defaultPreferences: PlaybackPreferences = { autoplayNext: false, breakMinutes: 0 }
const unknownState: PreferencesState = { who: null, playing: null, asked: null }
let state = unknownState
const listeners = new Set<() => void>()

export function usePlaybackPreferences(): PreferencesState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => unknownState,
  )
}

/**
 * Loads the playback preferences once for each account. After a different user has signed in, the preferences
 * are null until that user's preferences have been loaded.
 */
export async function ensurePlaybackPreferencesLoaded(who: string): Promise<void> {
  if (state.who === who) return
  updateState({ who, playing: null, asked: null })
  const playing = who ? await fetchPreferences() : readStoredPreferences()
  if (state.who === who) updateState({ playing })
}

/** Applies a stricter value immediately, and asks for confirmation before applying a less strict value. */
export function changePlaybackPreferences(change: Partial<PlaybackPreferences>, isLooser: boolean): void {
  if (isLooser) updateState({ asked: change })
  else void applyPreferenceChange(change)
}

export function resolvePreferenceChange(isConfirmed: boolean): void {
  const { asked: change } = state
  updateState({ asked: null })
  if (isConfirmed && change) void applyPreferenceChange(change)
}

async function fetchPreferences(): Promise<PlaybackPreferences> {
  const loaded = await callApi(getPlaybackPreferences, {}).catch(() => null)
  return loaded
    ? { autoplayNext: loaded.autoplay_next, breakMinutes: loaded.break_minutes }
    : defaultPreferences
}

async function applyPreferenceChange(change: Partial<PlaybackPreferences>): Promise<void> {
  const before = state.playing ?? defaultPreferences
  updateState({ playing: { ...before, ...change } })
  if (!state.who) return storePreferences(state.playing!)
  try {
    const { autoplayNext, breakMinutes } = change
    if (autoplayNext !== undefined) await savePreference('autoplay_next', autoplayNext)
    if (breakMinutes !== undefined) await savePreference('break_minutes', breakMinutes)
  } catch {
    updateState({ playing: before })
  }
}

function savePreference(setting: 'autoplay_next' | 'break_minutes', value: boolean | number) {
  return callApi(putSafetySetting, { params: { setting }, body: { value, confirmed: true } })
}

function readStoredPreferences(): PlaybackPreferences {
  try {
    return {
      ...defaultPreferences,
      ...(JSON.parse(getSettingsStorage()?.getItem(storageKey) ?? '{}') as Partial<PlaybackPreferences>),
    }
  } catch {
    return defaultPreferences
  }
}

function storePreferences(playing: PlaybackPreferences): void {
  try {
    getSettingsStorage()?.setItem(storageKey, JSON.stringify(playing))
  } catch {
    // Without browser storage, the preferences of signed-out viewers last until the page is closed.
  }
}

function updateState(patch: Partial<PreferencesState>): void {
  state = { ...state, ...patch }
  for (const notifyListener of listeners) notifyListener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
