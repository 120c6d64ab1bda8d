import { classifyPlaybackPosition, playbackResumeLimits } from '#contract/engagement/playback-resume.ts'
import { getSettingsStorage } from '#web/browser-storage.ts'
import { playbackPositionsEvent } from './playback-position-snapshot.ts'
import {
  type PlaybackPosition,
  getPlaybackPositionsStorageKey,
  readPlaybackPositions,
} from './playback-positions.ts'

/**
 * Stores the viewer's position in a video, and deletes it when the video is almost over. During the first
 * half minute of playback, the previously stored position is kept, because the viewer may have opened the
 * video by mistake.
 */
export function storePlaybackPosition(userId: string, id: string, seconds: number, duration: number): void {
  const progress = classifyPlaybackPosition(seconds, duration)
  if (progress === 'early') return
  const others = withoutVideo(userId, id)
  const position = { id, seconds: Math.floor(seconds), at: Date.now() }
  writePositions(userId, progress === 'resumable' ? [position, ...others] : others)
}

export function removePlaybackPosition(userId: string, id: string): void {
  writePositions(userId, withoutVideo(userId, id))
}

export function removeAllPlaybackPositions(userId: string): void {
  writePositions(userId, [])
}

/**
 * Merges the positions from the person's other devices. For each video, the newest position wins. A synced
 * position of 0 means that the video starts from the beginning.
 */
export function mergeSyncedPlaybackPositions(userId: string, synced: readonly PlaybackPosition[]): void {
  const stored = readPlaybackPositions(userId)
  const newer = synced.filter(
    ({ id, at }) => !stored.some((position) => position.id === id && position.at >= at),
  )
  if (!newer.some(({ id, seconds }) => seconds > 0 || stored.some((position) => position.id === id))) return
  const kept = stored.filter(({ id }) => !newer.some((position) => position.id === id))
  const merged = [...kept, ...newer.filter(({ seconds }) => seconds > 0)]
  writePositions(
    userId,
    merged.toSorted((a, b) => b.at - a.at),
  )
}

function withoutVideo(userId: string, id: string): PlaybackPosition[] {
  return readPlaybackPositions(userId).filter((position) => position.id !== id)
}

function writePositions(userId: string, list: readonly PlaybackPosition[]): void {
  try {
    const storage = getSettingsStorage()
    if (list.length > 0)
      storage?.setItem(
        getPlaybackPositionsStorageKey(userId),
        JSON.stringify(list.slice(0, playbackResumeLimits.maxInBrowser)),
      )
    else storage?.removeItem(getPlaybackPositionsStorageKey(userId))
  } catch {
    // If local storage is full or disabled, the position is not remembered.
  }
  dispatchEvent(new Event(playbackPositionsEvent))
}
