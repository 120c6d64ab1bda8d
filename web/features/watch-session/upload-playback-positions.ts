import { playbackResumeLimits } from '#contract/engagement/playback-resume.ts'
import { getSettingsStorage } from '#web/browser-storage.ts'
import { readPlaybackPositions } from '#web/player/core/playback-positions/playback-positions.ts'
import {
  getKnownWatchHistoryState,
  loadWatchHistoryStateOnce,
  syncPlaybackPosition,
} from './watch-history-sync.ts'

const maxAgeSeconds = playbackResumeLimits.historyDays * 24 * 3600

/** Set in this browser once the account's positions have been uploaded. */
const uploadedKey = (userId: string) => `history-uploaded:${userId}`

/**
 * Sends the positions stored in this browser to the watch history after the person has turned it on. At most
 * 100 positions are sent, and the server rejects those for videos that the person can no longer access.
 */
export async function uploadPlaybackPositions(userId: string): Promise<void> {
  markAsUploaded(userId)
  const now = Date.now()
  await Promise.all(
    readPlaybackPositions(userId).map(({ id, seconds, at }) => {
      const secondsAgo = Math.max(0, (now - at) / 1000)
      return secondsAgo < maxAgeSeconds && syncPlaybackPosition(userId, id, seconds, secondsAgo)
    }),
  )
}

/**
 * Uploads the positions in this browser if the person has turned on the watch history on another device. The
 * upload happens only once, because a video that the person has removed from the history must not reappear.
 */
export async function uploadPlaybackPositionsOnce(userId: string): Promise<void> {
  await loadWatchHistoryStateOnce(userId)
  const state = getKnownWatchHistoryState(userId)
  if (state === 'unset' || state === 'off') getSettingsStorage()?.removeItem(uploadedKey(userId))
  // Videos that were watched while the history was paused are not uploaded.
  else if (state === 'paused') markAsUploaded(userId)
  else if (state === 'on' && !getSettingsStorage()?.getItem(uploadedKey(userId)))
    await uploadPlaybackPositions(userId)
}

function markAsUploaded(userId: string): void {
  try {
    getSettingsStorage()?.setItem(uploadedKey(userId), 'yes')
  } catch {
    // If local storage is full, the positions are uploaded again on the next visit.
  }
}
