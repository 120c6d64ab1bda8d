import { useEffect, useEffectEvent, useState } from 'react'
import {
  listNotifications,
  type Notification,
  putNotificationRead,
  putAllNotificationsRead,
} from '#contract/notifications.ts'
import { callApi, ApiCallError } from '#web/api/api-client.ts'
import { notify } from '#web/ui/overlays/toast-store.ts'

const panelPageSize = 15

/** The newest notifications. Loaded when the panel opens, and again when a new one arrives meanwhile. */
export function useNotifications(unread: number, onUnread: (unread: number) => void) {
  const [items, setItems] = useState<Notification[]>()
  const [more, setMore] = useState(false)
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  const take = useEffectEvent(
    (page: { items: Notification[]; next_cursor: string | null; unread: number }) => {
      setItems(page.items)
      setMore(page.next_cursor !== null)
      setFailed(false)
      if (page.unread !== unread) onUnread(page.unread)
    },
  )
  useEffect(() => {
    let left = false
    callApi(listNotifications, { query: { limit: panelPageSize } }).then(
      (page) => left || take(page),
      () => left || setFailed(true),
    )
    return () => {
      left = true
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a ring, or a press on Try again, asks once more
  }, [unread, tries])

  const read = async (asked: Promise<{ unread: number }>, isIt: (entry: Notification) => boolean) => {
    try {
      const answer = await asked
      setItems((now) => now?.map((entry) => (isIt(entry) ? { ...entry, read: true } : entry)))
      onUnread(answer.unread)
    } catch (thrown) {
      if (!(thrown instanceof ApiCallError)) throw thrown
      notify.bad(thrown.title, thrown.detail)
    }
  }
  return {
    items,
    failed,
    more,
    retry: () => setTries((n) => n + 1),
    readOne: ({ id }: Notification) =>
      read(callApi(putNotificationRead, { params: { id } }), (entry) => entry.id === id),
    readAll: () => read(callApi(putAllNotificationsRead, {}), () => true),
  }
}
