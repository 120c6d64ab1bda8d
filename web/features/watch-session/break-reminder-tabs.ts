import { getSettingsStorage } from '#web/browser-storage.ts'
import { isBreakDue, extendWatchTime, type ContinuousWatchTime } from './break-reminder-timer.ts'

/** What tabs of one browser tell each other. */
type BreakReminderMessage = { who: string } & (
  | { is: 'watched'; watched: ContinuousWatchTime }
  /** Time for a break: every tab stops. */
  | { is: 'due' }
  /** Somebody has answered in one tab: that holds for all. */
  | { is: 'answered' }
  /** A new tab asks how far we are. */
  | { is: 'asks' }
)

const storageKey = 'watched'

/** The count that all tabs of a browser share, for one person; what it returns counts, answers, and leaves. */
export function joinBreakReminderTabs(who: string, hear: { due: () => void; answered: () => void }) {
  const channel = new BroadcastChannel('watched')
  let watched = readStoredWatchTime(who)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  const say = (word: BreakReminderMessage) => channel.postMessage(word)
  const take = (next: ContinuousWatchTime) => {
    watched = next
    storeWatchTime(who, next)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<BreakReminderMessage>) => {
    if (data.who !== who) return
    if (data.is === 'asks' && watched.at) say({ who, is: 'watched', watched })
    if (data.is === 'watched' && data.watched.at > watched.at) watched = data.watched
    if (data.is === 'due') hear.due()
    if (data.is === 'answered') {
      watched = { ms: 0, at: Date.now() }
      hear.answered()
    }
  })
  say({ who, is: 'asks' })
  return {
    /** Counts what this tab has played, and stops them all when it is enough. */
    played(since: number, now: number, minutes: number) {
      take(extendWatchTime(watched, since, now))
      say({ who, is: 'watched', watched })
      if (!isBreakDue(watched, minutes)) return
      say({ who, is: 'due' })
      hear.due()
    },
    answer() {
      take({ ms: 0, at: Date.now() })
      say({ who, is: 'answered' })
      hear.answered()
    },
    /** After what is told in the same breath: a player that is left says how far it came. */
    leave: () => queueMicrotask(() => channel.close()),
  }
}

/** For the only tab there is, which is loaded anew. */
function readStoredWatchTime(who: string): ContinuousWatchTime {
  try {
    const kept = JSON.parse(getSettingsStorage()?.getItem(storageKey) ?? '') as ContinuousWatchTime & {
      who: string
    }
    if (kept.who === who && kept.ms >= 0 && kept.at <= Date.now()) return { ms: kept.ms, at: kept.at }
  } catch {
    // Nothing kept, or nothing of ours.
  }
  return { ms: 0, at: 0 }
}

function storeWatchTime(who: string, { ms, at }: ContinuousWatchTime): void {
  try {
    getSettingsStorage()?.setItem(storageKey, JSON.stringify({ who, ms, at }))
  } catch {
    // Private windows and full storages refuse; the other tabs still know.
  }
}
