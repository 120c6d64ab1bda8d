import { notificationEventsPath } from '#contract/live-updates.ts'
import { getUnreadCount } from '#contract/notifications.ts'
import { putTimeZone } from '#contract/wellbeing.ts'
import { callApi } from '#web/api/api-client.ts'
import { followLiveUpdates } from '#web/api/live-updates.ts'
import type { UnreadNotificationState } from './unread-state.ts'

/** The debounce delay in milliseconds. Several notifications within the delay cause one request. */
const debounceMs = 200

/**
 * Follows the viewer's notifications from the time the page was rendered and reports changes of the unread
 * count. A page connects only while it is visible, because browsers allow six connections per site and ten
 * open tabs would exhaust them.
 */
export function followNotificationUpdates(
  known: UnreadNotificationState,
  onUnread: (unread: number) => void,
  signal: AbortSignal,
): void {
  let unfollow: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    unfollow?.()
    unfollow = undefined
  }
  const fetchUnread = async () => {
    const bell = await callApi(getUnreadCount, {}).catch(() => undefined)
    if (bell && !signal.aborted) onUnread(bell.unread)
    return bell
  }
  const from = (cursor: number) => {
    stop()
    if (signal.aborted) return
    unfollow = followLiveUpdates(notificationEventsPath, cursor, {
      bell: () => {
        clearTimeout(timer)
        timer = setTimeout(() => void fetchUnread(), debounceMs)
      },
      reset: () => void restart(),
      gone: stop,
    })
  }
  const restart = async () => {
    const bell = await fetchUnread()
    if (bell && document.visibilityState === 'visible') from(bell.live_cursor)
  }
  const onVisibilityChange = () => (document.visibilityState === 'visible' ? void restart() : stop())

  if (signal.aborted) return
  void syncTimeZone(known.time_zone)
  document.addEventListener('visibilitychange', onVisibilityChange, { signal })
  signal.addEventListener('abort', stop)
  if (document.visibilityState === 'visible') from(known.live_cursor)
}

/** Updates the time zone of the quiet hours without asking when the user travels. */
async function syncTimeZone(known: string | null): Promise<void> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  if (timeZone && timeZone !== known)
    await callApi(putTimeZone, { body: { time_zone: timeZone } }).catch(() => {})
}
