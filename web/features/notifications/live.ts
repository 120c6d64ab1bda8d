import { notificationEvents } from '#contract/live.ts'
import { getUnread } from '#contract/notifications.ts'
import { putTimeZone } from '#contract/wellbeing.ts'
import { call } from '#web/api/call.ts'
import { follow } from '#web/api/live.ts'
import type { Unread } from './use-unread.ts'

/** Several likes in a moment are one question. */
const gather = 200

/**
 * Follows one's own bell from where the page was made on, and hands over the number of unread ones when it changes. Only while
 * the page is seen: a browser keeps six connections to a site, and ten tabs of it must not use them up.
 */
export function followBell(known: Unread, hear: (unread: number) => void, left: AbortSignal): void {
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
  void tellZone(known.time_zone)
  document.addEventListener('visibilitychange', seen, { signal: left })
  left.addEventListener('abort', stop)
  if (document.visibilityState === 'visible') from(known.live_cursor)
}

/** Quiet hours are by this clock; who has travelled says so by themselves. */
async function tellZone(known: string | null): Promise<void> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  if (timeZone && timeZone !== known)
    await call(putTimeZone, { body: { time_zone: timeZone } }).catch(() => {})
}
