import { playbackResumeLimits } from '#contract/engagement/playback-resume.ts'
import { getSettingsStorage } from '#web/browser-storage.ts'
import { readPlaybackPositions } from '#web/player/core/playback-positions/playback-positions.ts'
import {
  getCachedWatchHistoryState,
  ensureWatchHistoryStateLoaded,
  syncPlaybackPosition,
} from './watch-history-sync.ts'

const maxAgeSeconds = playbackResumeLimits.historyDays * 24 * 3600

/** The storage key that is set once this browser has uploaded the account's playback positions. */
const uploadedKey = (userId: string) => `history-uploaded:${userId}`

/**
 * Sends the playback positions in this browser to the watch history after the person has turned the history
 * on. At most 100 positions are sent. The server rejects positions in videos that the person can no longer
 * access.
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
 * Uploads the playback positions in this browser if the person has turned on the watch history on another
 * device. The upload happens only once, because otherwise videos that the person has removed from the history
 * would reappear.
 */
export async function uploadPlaybackPositionsOnce(userId: string): Promise<void> {
  await ensureWatchHistoryStateLoaded(userId)
  const state = getCachedWatchHistoryState(userId)
  if (state === 'unset' || state === 'off') getSettingsStorage()?.removeItem(uploadedKey(userId))
  // If a video was watched while the history was paused, its position is not uploaded.
  else if (state === 'paused') markAsUploaded(userId)
  else if (state === 'on' && !getSettingsStorage()?.getItem(uploadedKey(userId)))
    await uploadPlaybackPositions(userId)
}

function markAsUploaded(userId: string): void {
  try {
    getSettingsStorage()?.setItem(uploadedKey(userId), 'yes')
  } catch {
    // If local storage is full, the browser cannot mark the upload as done, so the positions are uploaded
    // again on the next visit.
  }
}
