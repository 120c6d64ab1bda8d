import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { listOwnContent, type OwnContent } from '#contract/content.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { ContentType } from '#contract/kinds.ts'
import { dashboardRefresh } from '#contract/limits.ts'
import { call } from '#web/api/call.ts'
import { notify } from '#web/ui/notify.ts'

export type OwnPage = AnswerOf<typeof listOwnContent>

/** One's own uploads, looked at again every 10 s while somebody looks. `first` is what the page was made with. */
export function useOwnList(first: OwnPage, type: ContentType | undefined) {
  const [newest, setNewest] = useState(first)
  const [older, setOlder] = useState<Pick<OwnPage, 'items' | 'next_cursor'>>()
  const [busy, setBusy] = useState(false)
  const failed = useRef(false)
  const [base, setBase] = useState(first)
  // Another filter, or the page made anew: start over from it.
  if (base !== first) {
    setBase(first)
    setNewest(first)
    setOlder(undefined)
  }

  const refresh = async () => {
    const page = await call(listOwnContent, { query: { content_type: type } }).catch(() => null)
    if (page) setNewest(page)
    // Once per outage, not every ten seconds of it.
    else if (!failed.current) notify.bad('Error', 'Failed to load your content.')
    failed.current = page === null
  }
  useWhileVisible(refresh, dashboardRefresh)

  const cursor = older ? older.next_cursor : newest.next_cursor
  const loadMore = async () => {
    if (!cursor) return
    setBusy(true)
    const page = await call(listOwnContent, { query: { content_type: type, cursor } }).catch(() => null)
    setBusy(false)
    if (page) setOlder({ items: [...(older?.items ?? []), ...page.items], next_cursor: page.next_cursor })
    else notify.bad('Error', 'Failed to load your content.')
  }
  const remove = (id: string) => {
    setNewest((page) => ({ ...page, items: without(page.items, id) }))
    setOlder((page) => page && { ...page, items: without(page.items, id) })
    void refresh()
  }
  return {
    items: [...newest.items, ...without(older?.items ?? [], ...newest.items.map((item) => item.id))],
    counts: newest.counts,
    cursor,
    busy,
    refresh,
    loadMore,
    remove,
  }
}

const without = (items: OwnContent[], ...ids: string[]) => items.filter((item) => !ids.includes(item.id))

/** Every `every` ms, and at once when the tab comes back into view; never in a hidden tab. */
export function useWhileVisible(act: () => unknown, every: number, on = true) {
  const look = useEffectEvent(() => !document.hidden && act())
  useEffect(() => {
    if (!on) return
    const timer = setInterval(look, every)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [every, on])
}
