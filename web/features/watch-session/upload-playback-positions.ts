import { playbackResumeLimits } from '#contract/engagement/playback-resume.ts'
import { getSettingsStorage } from '#web/browser-storage.ts'
import { readPlaybackPositions } from '#web/player/core/playback-positions/playback-positions.ts'
import {
  getKnownWatchHistoryState,
  loadWatchHistoryStateOnce,
  syncPlaybackPosition,
} from './watch-history-sync.ts'

const maxAgeSeconds = playbackResumeLimits.historyDays * 24 * 3600

/** Set in this browser after the positions of the account have been uploaded. */
const uploadedKey = (userId: string) => `history-uploaded:${userId}`

/**
 * Sends the positions that this browser has stored to the watch history, after the person has turned it on.
 * These are at most 100 positions, and the server rejects those of videos that the person may not see any more.
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
 * Uploads the positions of this browser if the person has turned the watch history on on another device. This
 * happens once, because a video that the person has removed from the history must not come back.
 */
export async function uploadPlaybackPositionsOnce(userId: string): Promise<void> {
  await loadWatchHistoryStateOnce(userId)
  const state = getKnownWatchHistoryState(userId)
  if (state === 'unset' || state === 'off') getSettingsStorage()?.removeItem(uploadedKey(userId))
  // Videos that were watched while the history was paused stay out of it.
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
