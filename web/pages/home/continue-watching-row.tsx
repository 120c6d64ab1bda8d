import { X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Content, listContent } from '#contract/content/content.ts'
import { maxItemsPerContentRow } from '#contract/limits.ts'
import { Link, useRevalidator } from 'react-router'
import { callApi } from '#web/api/api-client.ts'
import { ContentCard } from '#web/features/content/content-card.tsx'
import { WatchHistorySyncPrompt } from '#web/features/watch-session/watch-history-sync-prompt.tsx'
import {
  ensureWatchHistoryStateLoaded,
  syncPlaybackPosition,
} from '#web/features/watch-session/watch-history-sync.ts'
import { uploadPlaybackPositionsOnce } from '#web/features/watch-session/upload-playback-positions.ts'
import {
  getPlaybackPositions,
  subscribeToPlaybackPositions,
} from '#web/player/core/playback-positions/playback-position-snapshot.ts'
import {
  mergeSyncedPlaybackPositions,
  removePlaybackPosition,
} from '#web/player/core/playback-positions/store-playback-position.ts'
import { pagePaths } from '#web/paths.ts'
import { CardRow } from '#web/ui/cards/card-row.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { watchHistoryMessages } from '#web/messages/dashboard/watch-history.ts'
import { homeMessages } from '#web/messages/browse/home.ts'
import type { HomeData } from './home-data.ts'
import { useInsertionOutOfSight } from './use-insertion-out-of-sight.ts'
import { toPlaybackPosition } from '../history/history-playback-position.ts'

interface Props {
  userId: string
  history: HomeData['history']
  onDetails: (item: Content) => void
}

/**
 * The row requests more videos than it shows, because some of them may no longer be visible to the viewer.
 */
const maxAsked = 2 * maxItemsPerContentRow

/**
 * The video cards that were loaded on the previous visit to the home page. Because of these cards, the row
 * appears immediately when the visitor returns from a video.
 */
let lastCards: { userId: string; items: Content[] } = { userId: '', items: [] }

export default function ContinueWatchingRow({ userId, history, onDetails }: Props) {
  const positions = useSyncExternalStore(subscribeToPlaybackPositions, () => getPlaybackPositions(userId))
  useEffect(
    () => mergeSyncedPlaybackPositions(userId, history?.items.map(toPlaybackPosition) ?? []),
    [userId, history],
  )
  const isHistoryOn = history?.state === 'on'
  useEffect(() => {
    if (isHistoryOn) void uploadPlaybackPositionsOnce(userId)
  }, [userId, isHistoryOn])
  const ids = positions.slice(0, maxAsked).map(({ id }) => id)
  const cards = useCards(userId, ids)
  const items = ids
    .flatMap((id) => cards.find((card) => card.id === id) ?? [])
    .slice(0, maxItemsPerContentRow)
  const canInsert = useInsertionOutOfSight(items.length > 0)
  const { revalidate } = useRevalidator()
  const finishQuestion = () => {
    // The buttons are about to disappear, so move the focus to the first video in the row.
    document.querySelector<HTMLElement>('.continue-watching a')?.focus({ preventScroll: true })
    void revalidate()
  }
  if (items.length === 0 || !canInsert) return null
  return (
    <div className="continue-watching">
      <CardRow title={homeMessages.continueWatching} more={userId && <HistoryLink />} className="row-compact">
        {items.map((item) => (
          <ContentCard
            key={item.id}
            item={item}
            onDetails={onDetails}
            showType
            like={<RemoveButton userId={userId} item={item} />}
          />
        ))}
      </CardRow>
      {history?.state === 'unset' && <WatchHistorySyncPrompt userId={userId} onAnswered={finishQuestion} />}
    </div>
  )
}

/**
 * Loads the cards of the videos with the given ids. The server omits videos that the viewer is not allowed to
 * see.
 */
function useCards(userId: string, ids: string[]): Content[] {
  const [cards, setCards] = useState(() => (lastCards.userId === userId ? lastCards.items : []))
  // The ids are sorted, so moving a video to the front of the list during playback does not cause a new
  // request.
  const asked = ids.toSorted().join(',')
  useEffect(() => {
    if (!asked) return
    let isCurrent = true
    const load = async () => {
      // If the request for the cards fails, the row is not shown.
      const found = await callApi(listContent, { query: { ids: asked, limit: maxAsked } }).catch(() => null)
      if (!found || !isCurrent) return
      lastCards = { userId, items: found.items }
      setCards(found.items)
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [userId, asked])
  return cards
}

function HistoryLink() {
  return <Link to={pagePaths.history()}>{watchHistoryMessages.seeAll}</Link>
}

function RemoveButton({ userId, item: { id, title } }: { userId: string; item: Content }) {
  const remove = (button: Element) => {
    const place = button.closest('li')
    const neighbour = place?.nextElementSibling ?? place?.previousElementSibling
    const next = neighbour?.querySelector<HTMLElement>('a') ?? document.getElementById('main')
    next?.focus({ preventScroll: true })
    removePlaybackPosition(userId, id)
    void ensureWatchHistoryStateLoaded(userId).then(() => syncPlaybackPosition(userId, id, 0))
    showToast.success(homeMessages.removedFromContinue)
  }
  return (
    <IconButton
      bare
      size="small"
      variant="quiet"
      label={homeMessages.removeFromContinue({ title })}
      icon={<X />}
      onClick={(event) => remove(event.currentTarget)}
    />
  )
}
