import { useEffect, useEffectEvent, useState } from 'react'
import type { ResponseOf } from '#contract/endpoint.ts'
import {
  listNotifications,
  type Notification,
  markNotificationRead,
  markAllNotificationsRead,
} from '#contract/notifications.ts'
import { callApi, ApiCallError } from '#web/api/api-client.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'

const panelPageSize = 15

/** Loads the newest notifications when the panel opens, and again when the unread count changes. */
export function useNotifications(unread: number, onUnread: (unread: number) => void) {
  const [items, setItems] = useState<Notification[]>()
  const [more, setMore] = useState(false)
  const [quietUntil, setQuietUntil] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  const take = useEffectEvent((page: ResponseOf<typeof listNotifications>) => {
    setItems(page.items)
    setMore(page.next_cursor !== null)
    setQuietUntil(page.quiet_until)
    setFailed(false)
    if (page.unread !== unread) onUnread(page.unread)
  })
  useEffect(() => {
    let isCancelled = false
    callApi(listNotifications, { query: { limit: panelPageSize } }).then(
      (page) => isCancelled || take(page),
      () => isCancelled || setFailed(true),
    )
    return () => {
      isCancelled = true
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new notification reloads the list, and so does pressing Try again
  }, [unread, tries])

  const read = async (request: Promise<{ unread: number }>, matches: (entry: Notification) => boolean) => {
    try {
      const answer = await request
      setItems((now) => now?.map((entry) => (matches(entry) ? { ...entry, read: true } : entry)))
      onUnread(answer.unread)
    } catch (thrown) {
      if (!(thrown instanceof ApiCallError)) throw thrown
      showToast.error(thrown.title, thrown.detail)
    }
  }
  return {
    items,
    failed,
    more,
    quietUntil,
    retry: () => setTries((n) => n + 1),
    readOne: ({ id }: Notification) =>
      read(callApi(markNotificationRead, { params: { id } }), (entry) => entry.id === id),
    readAll: () => read(callApi(markAllNotificationsRead, {}), () => true),
  }
}
