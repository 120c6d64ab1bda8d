import { onSignal } from '#server/platform/live-updates/signals.ts'
import { broadcastSignal } from '../broadcast-signals.ts'
import { type BroadcastTimeline, loadTimeline } from './broadcast-timeline.ts'

/** The timelines of the broadcasts that this process is serving to viewers. */
const watched = new Map<string, WatchedBroadcast>()

interface WatchedBroadcast {
  timeline: BroadcastTimeline | null
  /** Whether a signal has arrived since the last load started. */
  isOutdated: boolean
  loadedAt: number
  usedAt: number
  loading: Promise<BroadcastTimeline | null> | undefined
  close(): void
}

/** Signals can be lost, so a timeline is reloaded after this many milliseconds. */
const maxAgeMs = 1000
const unusedMs = 60_000

/** Returns the current timeline of a broadcast, or null if the item has no live media. */
export function getTimeline(contentId: string): Promise<BroadcastTimeline | null> {
  const entry = watched.get(contentId) ?? watch(contentId)
  const now = performance.now()
  entry.usedAt = now
  if (entry.loading) return entry.loading
  if (!entry.isOutdated && now - entry.loadedAt < maxAgeMs) return Promise.resolve(entry.timeline)
  entry.isOutdated = false
  const loading = loadTimeline(contentId, entry.timeline ?? undefined)
    .then((timeline) => {
      entry.timeline = timeline
      entry.loadedAt = performance.now()
      return timeline
    })
    .catch((error: unknown) => {
      // The failed load may have modified the timeline, so it is discarded.
      entry.timeline = null
      entry.isOutdated = true
      throw error
    })
    .finally(() => (entry.loading = undefined))
  entry.loading = loading
  return loading
}

function watch(contentId: string): WatchedBroadcast {
  forgetUnused()
  const entry: WatchedBroadcast = {
    timeline: null,
    isOutdated: true,
    loadedAt: 0,
    usedAt: 0,
    loading: undefined,
    close: onSignal(broadcastSignal(contentId), () => (entry.isOutdated = true)),
  }
  watched.set(contentId, entry)
  return entry
}

function forgetUnused(): void {
  for (const [contentId, entry] of watched) {
    if (performance.now() - entry.usedAt < unusedMs || entry.loading) continue
    entry.close()
    watched.delete(contentId)
  }
}
