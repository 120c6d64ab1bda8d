import { getSettingsStorage } from '#web/browser-storage.ts'
import {
  type PlaybackPosition,
  getPlaybackPositionsStorageKey,
  readPlaybackPositions,
} from './playback-positions.ts'

/*
 * The stored positions for `useSyncExternalStore`. They are separate from `playback-positions.ts`, because the watch
 * page only reads one position, and its scripts must stay small.
 */

/** The event that is dispatched on `window` when this tab changes the stored positions. */
export const playbackPositionsEvent = 'positions'

let cached: { raw?: string | null; list: readonly PlaybackPosition[] } = { list: [] }

/** Returns the stored positions, newest first. Returns the same array until a position changes. */
export function getPlaybackPositions(userId?: string): readonly PlaybackPosition[] {
  const raw = getSettingsStorage()?.getItem(getPlaybackPositionsStorageKey(userId)) ?? null
  if (raw !== cached.raw) cached = { raw, list: readPlaybackPositions(userId) }
  return cached.list
}

export function subscribeToPlaybackPositions(listener: () => void): () => void {
  // The browser dispatches `storage` when another tab changes the positions.
  for (const name of [playbackPositionsEvent, 'storage']) addEventListener(name, listener)
  return () => {
    for (const name of [playbackPositionsEvent, 'storage']) removeEventListener(name, listener)
  }
}
