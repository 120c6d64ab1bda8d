import { getSettingsStorage } from '#web/browser-storage.ts'

/**
 * The position at which a person stopped watching a video, in seconds, and the time at which it was stored.
 */
export interface PlaybackPosition {
  id: string
  seconds: number
  at: number
}

/** A browser stores positions separately for each account and for signed-out visitors. */
export const getPlaybackPositionsStorageKey = (userId = '') => `positions:${userId}`

/** Returns the stored positions, newest first. The contents of local storage are untrusted. */
export function readPlaybackPositions(userId?: string): PlaybackPosition[] {
  try {
    const stored = JSON.parse(
      getSettingsStorage()!.getItem(getPlaybackPositionsStorageKey(userId))!,
    ) as PlaybackPosition[]
    return stored.filter(({ id, seconds, at }) => id && seconds > 0 && at > 0)
  } catch {
    return []
  }
}

/**
 * Returns the position at which a video resumes, in seconds, or undefined if it starts from the beginning.
 * The stored position or the position in the person's watch history is used, whichever is newer.
 */
export function findPlaybackPosition(
  userId: string | undefined,
  id: string,
  synced?: { seconds: number; watched_at: string },
): number | undefined {
  const stored = readPlaybackPositions(userId).find((position) => position.id === id)
  const isSyncedNewer = synced && !(stored && stored.at >= Date.parse(synced.watched_at))
  return (isSyncedNewer ? synced.seconds : stored?.seconds) || undefined
}
