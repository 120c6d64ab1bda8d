import { notificationEvents } from '#contract/live.ts'
import { getUnread } from '#contract/notifications.ts'
import { call } from '#web/api/call.ts'
import { follow } from '#web/api/live.ts'

/** Several likes in a moment are one question. */
const gather = 200

/**
 * Follows one's own bell from the place `after` on, and hands over the number of unread ones when it changes. Only while
 * the page is seen: a browser keeps six connections to a site, and ten tabs of it must not use them up.
 */
export function followBell(after: number, hear: (unread: number) => void, left: AbortSignal): void {
  let unfollow: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    unfollow?.()
    unfollow = undefined
  }
  const ask = async () => {
    const bell = await call(getUnread, {}).catch(() => undefined)
    if (bell && !left.aborted) hear(bell.unread)
    return bell
  }
  const from = (place: number) => {
    stop()
    if (left.aborted) return
    unfollow = follow(notificationEvents, place, {
      bell: () => {
        clearTimeout(timer)
        timer = setTimeout(() => void ask(), gather)
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
  document.addEventListener('visibilitychange', seen, { signal: left })
  left.addEventListener('abort', stop)
  if (document.visibilityState === 'visible') from(after)
}
