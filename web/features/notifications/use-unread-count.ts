import { useEffect, useEffectEvent, useState } from 'react'
import { notificationBellMessages } from '#web/messages/site/notification-bell.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'
import type { UnreadNotificationState } from './unread-state.ts'

/**
 * Returns the number of unread notifications that the bell shows. The count starts with the value that the
 * page has loaded, and live updates change it. `onRing` is called when a notification arrives.
 */
export function useUnreadCount(first: UnreadNotificationState, onRing: () => void) {
  const [state, setState] = useState({ first, unread: first.unread, rang: '' })
  const unread = state.first === first ? state.unread : first.unread
  const setUnread = (now: number) => setState({ first, unread: now, rang: '' })
  const ring = useEffectEvent((now: number) => {
    setState({ first, unread: now, rang: now > unread ? notificationBellMessages.rang({ unread: now }) : '' })
    if (now > unread) onRing()
  })
  const known = useEffectEvent(() => first)
  useEffect(() => {
    const abortController = new AbortController()
    // Open the connection for live updates only after the page has loaded, because the unread count is not
    // urgent.
    const start = () =>
      void retryWhenOnline(() => import('./notification-updates.ts'))().then(
        ({ subscribeToNotificationUpdates }) =>
          subscribeToNotificationUpdates(known(), ring, abortController.signal),
      )
    const timer = setTimeout(start, 800)
    return () => {
      clearTimeout(timer)
      abortController.abort()
    }
  }, [])
  return { unread, rang: state.rang, setUnread }
}
