import { getSettingsStorage } from '#web/browser-storage.ts'
import { isBreakDue, extendWatchTime, type ContinuousWatchTime } from './break-reminder-timer.ts'

/** Messages between the tabs of one browser. */
type BreakReminderMessage = { who: string } & (
  | { is: 'watched'; watched: ContinuousWatchTime }
  /** Time for a break: every tab pauses. */
  | { is: 'due' }
  /** Answered in one tab, which counts for all. */
  | { is: 'answered' }
  /** A new tab asks for the current watch time. */
  | { is: 'asks' }
)

const storageKey = 'watched'

/**
 * Shares one watch time between all tabs of a browser for one person. The returned
 * functions count, answer and leave.
 */
export function joinBreakReminderTabs(userId: string, handlers: { due: () => void; answered: () => void }) {
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
    /** Adds what this tab has played, and pauses all tabs when a break is due. */
    played(since: number, now: number, minutes: number) {
      take(extendWatchTime(watched, since, now))
      broadcast({ who: userId, is: 'watched', watched })
      if (!isBreakDue(watched, minutes)) return
      broadcast({ who: userId, is: 'due' })
      handlers.due()
    },
    answer() {
      take({ ms: 0, at: Date.now() })
      broadcast({ who: userId, is: 'answered' })
      handlers.answered()
    },
    /** Closes after the current task: a player being closed still reports its position. */
    leave: () => queueMicrotask(() => channel.close()),
  }
}

/** For when the only open tab reloads. */
function readStoredWatchTime(userId: string): ContinuousWatchTime {
  try {
    const stored = JSON.parse(getSettingsStorage()?.getItem(storageKey) ?? '') as ContinuousWatchTime & {
      who: string
    }
    if (stored.who === userId && stored.ms >= 0 && stored.at <= Date.now())
      return { ms: stored.ms, at: stored.at }
  } catch {
    // Nothing is stored, or it is not ours.
  }
  return { ms: 0, at: 0 }
}

function storeWatchTime(userId: string, { ms, at }: ContinuousWatchTime): void {
  try {
    getSettingsStorage()?.setItem(storageKey, JSON.stringify({ who: userId, ms, at }))
  } catch {
    // Private windows and full storage refuse; other tabs still know.
  }
}
