import { notificationEventsPath } from '#contract/live-updates.ts'
import { getUnreadCount } from '#contract/notifications.ts'
import { putTimeZone } from '#contract/wellbeing.ts'
import { callApi } from '#web/api/api-client.ts'
import { followLiveUpdates } from '#web/api/live-updates.ts'
import type { UnreadState } from './unread-state.ts'

/** Several likes within a moment cause one request. */
const debounceMs = 200

/**
 * Follows your notifications from the time the page was rendered, and reports changes of the unread count.
 * Connects only while the page is visible: a browser allows six connections per site, and ten tabs would
 * exhaust them.
 */
export function followNotificationUpdates(
  known: UnreadState,
  hear: (unread: number) => void,
  left: AbortSignal,
): void {
  let unfollow: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    unfollow?.()
    unfollow = undefined
  }
  const ask = async () => {
    const bell = await callApi(getUnreadCount, {}).catch(() => undefined)
    if (bell && !left.aborted) hear(bell.unread)
    return bell
  }
  const from = (place: number) => {
    stop()
    if (left.aborted) return
    unfollow = followLiveUpdates(notificationEventsPath, place, {
      bell: () => {
        clearTimeout(timer)
        timer = setTimeout(() => void ask(), debounceMs)
      },
      reset: () => void again(),
      gone: stop,
    })
  }
  const again = async () => {
    const bell = await ask()
    if (bell && document.visibilityState === 'visible') from(bell.live_cursor)
  }
  const seen = () => (document.visibilityState === 'visible' ? void again() : stop())

  if (left.aborted) return
  void syncTimeZone(known.time_zone)
  document.addEventListener('visibilitychange', seen, { signal: left })
  left.addEventListener('abort', stop)
  if (document.visibilityState === 'visible') from(known.live_cursor)
}

/** Quiet hours use this time zone, so it is updated without asking when someone travels. */
async function syncTimeZone(known: string | null): Promise<void> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  if (timeZone && timeZone !== known)
    await callApi(putTimeZone, { body: { time_zone: timeZone } }).catch(() => {})
}
