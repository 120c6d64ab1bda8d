import { resumeRules } from '#contract/engagement/resume-rules.ts'
import { readPlaybackPositions } from '#web/player/core/positions/playback-positions.ts'
import { syncPlaybackPosition } from './history-sync.ts'

const maxAgeSeconds = resumeRules.historyDays * 24 * 3600

/**
 * Sends the positions that this browser has stored to the watch history, after the person has turned it on.
 * These are at most 100 positions, and the server ignores those of videos that the person may not see any more.
 */
export async function uploadPlaybackPositions(userId: string): Promise<void> {
  const now = Date.now()
  await Promise.all(
    readPlaybackPositions(userId).map(({ id, seconds, at }) => {
      const secondsAgo = Math.max(0, (now - at) / 1000)
      return secondsAgo < maxAgeSeconds && syncPlaybackPosition(userId, id, seconds, secondsAgo)
    }),
  )
}
