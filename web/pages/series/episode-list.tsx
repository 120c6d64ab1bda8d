import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { deleteEpisode, type Episode, putEpisode } from '#contract/content/series.ts'
import type { EpisodeNumber } from '#contract/content/episode-numbers.ts'
import { ApiCallError, callApi } from '#web/api/api-client.ts'
import { seriesMessages } from '#web/messages/watch/series.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { EpisodeRow } from './episode-row.tsx'

const LazyNumberDialog = lazy(retryWhenOnline(() => import('./episode-number-dialog.tsx')))

interface Props {
  seriesId: string
  mine: boolean
  season: number
  items: Episode[]
}

/**
 * The list of the episodes in one season. The owner of the series can change the episode numbers and remove
 * episodes from the series.
 */
export function EpisodeList({ seriesId, mine, season, items }: Props) {
  const { revalidate } = useRevalidator()
  const [announcement, setAnnouncement] = useState('')
  const [renumbered, setRenumbered] = useState<Episode>()
  const [removed, setRemoved] = useState<Episode>()
  const [list, focusRow] = useFocusOnMovedRow()
  const store = async ({ content }: Episode, number: EpisodeNumber, swap: boolean) => {
    await callApi(putEpisode, {
      params: { id: seriesId, content_id: content.id },
      body: { season: number.season, episode: number.episode, swap },
    })
    setAnnouncement(seriesMessages.moved({ title: content.title, ...number }))
    focusRow(content.id, seriesMessages.short(number))
    await revalidate()
  }
  const swapWith = (entry: Episode, neighbour: Episode | undefined) =>
    neighbour && (() => void store(entry, neighbour, true).catch(showFailure))
  const remove = async ({ content }: Episode) => {
    setRemoved(undefined)
    try {
      await callApi(deleteEpisode, { params: { id: seriesId, content_id: content.id } })
      showToast.success(seriesMessages.removed)
    } catch (thrown) {
      showFailure(thrown)
    }
    await revalidate()
  }
  return (
    <>
      <output className="sr-only">{announcement}</output>
      <ol ref={list} className="list-rows" aria-label={seriesMessages.episodesOf({ season })}>
        {items.map((entry, index) => (
          <EpisodeRow
            key={entry.content.id}
            entry={entry}
            controls={
              mine
                ? {
                    onMoveUp: swapWith(entry, items[index - 1]),
                    onMoveDown: swapWith(entry, items[index + 1]),
                    onChangeNumber: () => setRenumbered(entry),
                    onRemove: () => setRemoved(entry),
                  }
                : null
            }
          />
        ))}
      </ol>
      {renumbered && (
        <Suspense>
          <LazyNumberDialog
            entry={renumbered}
            onSave={(number, swap) => store(renumbered, number, swap)}
            onClose={() => setRenumbered(undefined)}
          />
        </Suspense>
      )}
      <ConfirmDialog
        open={removed !== undefined}
        title={seriesMessages.removeQuestion}
        confirmLabel={seriesMessages.remove}
        onConfirm={() => removed && void remove(removed)}
        onCancel={() => setRemoved(undefined)}
      >
        {removed && seriesMessages.removeText({ title: removed.content.title })}
      </ConfirmDialog>
    </>
  )
}

function showFailure(thrown: unknown): void {
  showToast.error(seriesMessages.changeFailed, thrown instanceof ApiCallError ? thrown.detail : undefined)
}

/**
 * Returns a ref for the list element, and a function that restores focus. Once a row has its new number, the
 * function focuses the menu button of this row again, because a row loses focus when it moves in the
 * document.
 */
function useFocusOnMovedRow() {
  const list = useRef<HTMLOListElement>(null)
  const wanted = useRef<[id: string, number: string]>(undefined)
  useLayoutEffect(() => {
    if (!wanted.current) return
    const [id, number] = wanted.current
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
    if (row?.dataset['number'] !== number) return
    wanted.current = undefined
    row.querySelector<HTMLElement>('[data-part="menu"]')?.focus()
  })
  return [list, (id: string, number: string) => void (wanted.current = [id, number])] as const
}
