import { getSettingsStorage } from '#web/browser-storage.ts'
import { isBreakReminderDue, addPlaybackInterval, type ContinuousWatchTime } from './break-reminder-timer.ts'

/** The messages about break reminders that the tabs of a browser send each other. */
type BreakReminderMessage = { who: string } & (
  | { is: 'watched'; watched: ContinuousWatchTime }
  /** A break is due, so each tab pauses its video. */
  | { is: 'due' }
  /** The viewer has responded to the break reminder in one tab. The response applies to all tabs. */
  | { is: 'answered' }
  /** A new tab asks the other tabs for the current watch time. */
  | { is: 'asks' }
)

const storageKey = 'watched'

/**
 * All tabs of a browser share one watch time per account. The returned functions add watch time, pass on the
 * response to a reminder, and close the BroadcastChannel that connects the tabs.
 */
export function syncBreakReminderAcrossTabs(
  userId: string,
  handlers: { due: () => void; answered: () => void },
) {
  const channel = new BroadcastChannel('watched')
  let watched = readStoredWatchTime(userId)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is limited to one origin
  const broadcast = (word: BreakReminderMessage) => channel.postMessage(word)
  const take = (next: ContinuousWatchTime) => {
    watched = next
    storeWatchTime(userId, next)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<BreakReminderMessage>) => {
    if (data.who !== userId) return
    if (data.is === 'asks' && watched.at) broadcast({ who: userId, is: 'watched', watched })
    if (data.is === 'watched' && data.watched.at > watched.at) watched = data.watched
    if (data.is === 'due') handlers.due()
    if (data.is === 'answered') {
      watched = { ms: 0, at: Date.now() }
      handlers.answered()
    }
  })
  broadcast({ who: userId, is: 'asks' })
  return {
    /**
     * Adds a period of playback in this tab to the shared watch time. If a break is due, all tabs pause their
     * videos.
     */
    played(since: number, now: number, minutes: number) {
      take(addPlaybackInterval(watched, since, now))
      broadcast({ who: userId, is: 'watched', watched })
      if (!isBreakReminderDue(watched, minutes)) return
      broadcast({ who: userId, is: 'due' })
      handlers.due()
    },
    answer() {
      take({ ms: 0, at: Date.now() })
      broadcast({ who: userId, is: 'answered' })
      handlers.answered()
    },
    /**
     * Closes the BroadcastChannel only after the current task, because a closing player reports its position
     * once more.
     */
    leave: () => queueMicrotask(() => channel.close()),
  }
}

/** Reads the stored watch time. The stored watch time is needed when the only open tab is reloaded. */
function readStoredWatchTime(userId: string): ContinuousWatchTime {
  try {
    const stored = JSON.parse(getSettingsStorage()?.getItem(storageKey) ?? '') as ContinuousWatchTime & {
      who: string
    }
    if (stored.who === userId && stored.ms >= 0 && stored.at <= Date.now())
      return { ms: stored.ms, at: stored.at }
  } catch {
    // The stored watch time is missing or invalid, so the watch time starts at 0.
  }
  return { ms: 0, at: 0 }
}

function storeWatchTime(userId: string, { ms, at }: ContinuousWatchTime): void {
  try {
    getSettingsStorage()?.setItem(storageKey, JSON.stringify({ who: userId, ms, at }))
  } catch {
    // Ignore the error: writing fails if the storage is full, and in some private windows. The other open
    // tabs also know the watch time.
  }
}
