import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { listOwnContent, type OwnContent } from '#contract/content/own-content.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { ContentType } from '#contract/content/content-types.ts'
import { dashboardRefreshIntervalMs, ownUploadsPerPage } from '#contract/limits.ts'
import { callApi } from '#web/api/api-client.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { ownUploadsMessages } from '#web/messages/upload/own-uploads.ts'

export type OwnUploadsListPage = ResponseOf<typeof listOwnContent>

/**
 * Loads the user's own uploads, and reloads them every 10 s while the tab is visible. `first` contains the
 * newest uploads, which were loaded together with the page, or is null if the server could not load them.
 */
export function useOwnUploads(first: OwnUploadsListPage | null, type: ContentType | undefined) {
  const [newest, setNewest] = useState(first)
  const [older, setOlder] = useState<Pick<OwnUploadsListPage, 'items' | 'next_cursor'>>()
  const [busy, setBusy] = useState(false)
  const failed = useRef(first === null)
  const [base, setBase] = useState(first)
  // The filter has changed or the page was reloaded, so discard the loaded uploads and start from the page's
  // new data.
  if (base !== first) {
    setBase(first)
    setNewest(first)
    setOlder(undefined)
  }

  const refresh = async () => {
    const page = await callApi(listOwnContent, {
      query: { content_type: type, limit: ownUploadsPerPage },
    }).catch(() => null)
    if (page) setNewest(page)
    // Notify the user once per outage, not every ten seconds.
    else if (!failed.current) showToast.error(ownUploadsMessages.error, ownUploadsMessages.loadFailed)
    failed.current = page === null
  }
  usePollingWhileVisible(refresh, dashboardRefreshIntervalMs)
  useEffect(() => {
    if (!first) showToast.error(ownUploadsMessages.error, ownUploadsMessages.loadFailed)
  }, [first])

  const cursor = older ? older.next_cursor : (newest?.next_cursor ?? null)
  const loadMore = async () => {
    if (!cursor) return
    setBusy(true)
    const page = await callApi(listOwnContent, {
      query: { content_type: type, limit: ownUploadsPerPage, cursor },
    }).catch(() => null)
    setBusy(false)
    if (page) setOlder({ items: [...(older?.items ?? []), ...page.items], next_cursor: page.next_cursor })
    else showToast.error(ownUploadsMessages.error, ownUploadsMessages.loadFailed)
  }
  const remove = (id: string) => {
    setNewest((page) => page && { ...page, items: excludeItems(page.items, id) })
    setOlder((page) => page && { ...page, items: excludeItems(page.items, id) })
    void refresh()
  }
  const top = newest?.items ?? []
  return {
    /** True until a list of uploads has been loaded successfully. */
    missing: newest === null,
    items: [...top, ...excludeItems(older?.items ?? [], ...top.map((item) => item.id))],
    counts: newest?.counts ?? {},
    cursor,
    busy,
    refresh,
    loadMore,
    remove,
  }
}

const excludeItems = (items: OwnContent[], ...ids: string[]) => items.filter((item) => !ids.includes(item.id))

/**
 * Runs `act` every `intervalMs` milliseconds while the tab is visible, and immediately when the tab becomes
 * visible again.
 */
export function usePollingWhileVisible(act: () => unknown, intervalMs: number, isEnabled = true) {
  const poll = useEffectEvent(() => !document.hidden && act())
  useEffect(() => {
    if (!isEnabled) return
    const timer = setInterval(poll, intervalMs)
    document.addEventListener('visibilitychange', poll)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [intervalMs, isEnabled])
}
