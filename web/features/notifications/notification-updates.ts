import { notificationEventsPath } from '#contract/live-updates.ts'
import { subscribeToLiveUpdates } from '#web/api/live-updates.ts'
import type { UnreadNotificationState } from './unread-state.ts'

/**
 * The delay between the arrival of a notification and the request for the unread count, in milliseconds. All
 * notifications that arrive within this delay share a single request.
 */
const debounceMs = 200

/**
 * Subscribes to the viewer's notifications, including those that arrived since the page was rendered, and
 * reports changes to the unread count. The connection to the server is open only while the page is visible.
 * Browsers allow only six connections per site, and ten open tabs would exceed this limit.
 */
export function subscribeToNotificationUpdates(
  known: UnreadNotificationState,
  onUnread: (unread: number) => void,
  signal: AbortSignal,
): void {
  let unsubscribe: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    unsubscribe?.()
    unsubscribe = undefined
  }
  const fetchUnread = async () => {
    const bell = await fetchUnreadCount().catch(() => undefined)
    if (bell && !signal.aborted) onUnread(bell.unread)
    return bell
  }
  const from = (cursor: number) => {
    stop()
    if (signal.aborted) return
    unsubscribe = subscribeToLiveUpdates(notificationEventsPath, cursor, {
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

/**
 * The code for live updates is loaded only when it is needed, because most pages are closed before a
 * notification arrives.
 */
async function fetchUnreadCount() {
  const requests = await import('./unread-count-requests.ts')
  return requests.fetchUnreadCount()
}

/**
 * If the device's time zone has changed, for example because the user is travelling, the time zone of the
 * quiet hours is updated on the server without asking the user.
 */
async function syncTimeZone(known: string | null): Promise<void> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  if (!timeZone || timeZone === known) return
  const requests = await import('./unread-count-requests.ts').catch(() => undefined)
  await requests?.sendTimeZone(timeZone).catch(() => {})
}
