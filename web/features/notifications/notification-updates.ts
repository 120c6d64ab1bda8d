import { notificationEventsPath } from '#contract/live-updates.ts'
import { getUnreadCount } from '#contract/notifications.ts'
import { putTimeZone } from '#contract/wellbeing.ts'
import { callApi } from '#web/api/api-client.ts'
import { followLiveUpdates } from '#web/api/live-updates.ts'
import type { UnreadState } from './unread-state.ts'

/** Several likes in a moment are one question. */
const debounceMs = 200

/**
 * Follows one's own bell from where the page was made on, and hands over the number of unread ones when it changes. Only while
 * the page is seen: a browser keeps six connections to a site, and ten tabs of it must not use them up.
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

/** Quiet hours are by this clock; who has travelled says so by themselves. */
async function syncTimeZone(known: string | null): Promise<void> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  if (timeZone && timeZone !== known)
    await callApi(putTimeZone, { body: { time_zone: timeZone } }).catch(() => {})
}
