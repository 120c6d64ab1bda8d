import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { type Content, type ContentListPage, listContent } from '#contract/content/content.ts'
import { ApiCallError, callApi } from '#web/api/api-client.ts'
import { useAuth } from '#web/features/auth/auth-provider.tsx'
import { ContentCard } from '#web/features/content/content-card.tsx'
import { followingMessages } from '#web/messages/browse/following.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { useContentDetailsDialog } from '../layout/use-content-details-dialog.tsx'

interface Props {
  firstPage: ContentListPage
  /**
   * False if the URL selects a later page of the list, which happens only without JavaScript or with a saved
   * link.
   */
  isFirst: boolean
}

/**
 * The list of videos by followed creators. At the end of the list, a message tells people that they have seen
 * every video.
 */
export function FollowingFeed({ firstPage, isFirst }: Props) {
  const [open, dialog] = useContentDetailsDialog()
  const { items, cursor, busy, added, showMore, list } = useMoreVideos(firstPage)
  return (
    <>
      <section ref={list} aria-label={followingMessages.videos} className="card-grid">
        {items.map((item, index) => (
          <ContentCard
            key={item.id}
            item={item}
            onDetails={open}
            showType
            priority={index === 0}
            heading="h2"
          />
        ))}
      </section>
      <output className="sr-only">{added > 0 && followingMessages.loaded({ count: added })}</output>
      <nav
        className="flex flex-wrap items-center justify-center gap-2"
        aria-label={followingMessages.showMore}
      >
        {!isFirst && (
          <Link to={pagePaths.following()} className={getButtonClassName()}>
            {followingMessages.newest}
          </Link>
        )}
        {cursor !== null && (
          <Link
            to={pagePaths.following(cursor)}
            className={getButtonClassName({ variant: 'primary' })}
            aria-busy={busy}
            onClick={(event) => void showMore(event)}
          >
            {followingMessages.showMore}
          </Link>
        )}
      </nav>
      {cursor === null && (
        <p className="text-center">
          <b className="block text-21">{followingMessages.caughtUp}</b>
          <span className="text-quiet">{followingMessages.caughtUpText}</span>
        </p>
      )}
      {dialog}
    </>
  )
}

interface AddedVideos {
  items: Content[]
  next_cursor: string | null
}

/**
 * The videos that were added below the first page of the list, keyed by user and history entry. When the user
 * presses Back, these videos are shown again. On the server, this map always stays empty.
 */
const addedByHistoryEntry = new Map<string, AddedVideos>()

/**
 * Adds the next pages of the list below the first page. Without JavaScript, the link opens the next page of
 * the list instead. After a page of videos has been added, the focus moves to its first video, because the
 * pressed link may disappear.
 */
function useMoreVideos(firstPage: ContentListPage) {
  const { me } = useAuth()
  const entry = `${me?.id} ${useLocation().key}`
  const [more, setMore] = useState(() => addedByHistoryEntry.get(entry))
  const [busy, setBusy] = useState(false)
  const [added, setAdded] = useState(0)
  const list = useRef<HTMLElement>(null)
  const firstAdded = useRef<number>(undefined)
  const cursor = more ? more.next_cursor : firstPage.next_cursor
  const known = new Set(firstPage.items.map(({ id }) => id))
  const items = [...firstPage.items, ...(more?.items ?? []).filter(({ id }) => !known.has(id))]

  useEffect(() => {
    if (firstAdded.current !== undefined)
      list.current?.children[firstAdded.current]?.querySelector('a')?.focus()
    firstAdded.current = undefined
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs after more videos were added
  }, [more])

  const showMore = async (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || cursor === null) return
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const page = await callApi(listContent, { query: { followed: 'true', cursor } })
      firstAdded.current = items.length
      const all = { items: [...(more?.items ?? []), ...page.items], next_cursor: page.next_cursor }
      addedByHistoryEntry.set(entry, all)
      setMore(all)
      setAdded(page.items.length)
    } catch (thrown) {
      const detail = thrown instanceof ApiCallError ? thrown.detail : undefined
      showToast.error(followingMessages.failed, detail)
    } finally {
      setBusy(false)
    }
  }
  return { items, cursor, busy, added, showMore, list }
}
