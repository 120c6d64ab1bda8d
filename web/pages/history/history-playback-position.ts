import { classifyPlaybackPosition } from '#contract/engagement/playback-resume.ts'
import type { HistoryEntry } from '#contract/engagement/watch-history.ts'
import type { PlaybackPosition } from '#web/player/core/playback-positions/playback-positions.ts'

/**
 * Converts an entry in the watch history to a playback position. If a video was watched to the end, its
 * position is 0.
 */
export function toPlaybackPosition({ item, seconds, watched_at: watchedAt }: HistoryEntry): PlaybackPosition {
  const isResumable = classifyPlaybackPosition(seconds, item.duration_seconds ?? 0) === 'resumable'
  return { id: item.id, seconds: isResumable ? seconds : 0, at: Date.parse(watchedAt) }
}
