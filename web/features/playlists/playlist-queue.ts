import { useEffect, useSyncExternalStore } from 'react'
import type { Content } from '#contract/content/content.ts'
import { getPlaylist, listPlaylistItems, type PlaylistDetail } from '#contract/engagement/playlists.ts'
import { pageSizeLimits } from '#contract/limits.ts'
import { callApi, ApiCallError } from '#web/api/api-client.ts'
import {
  findNextInPlaylistQueue,
  orderPlaylistQueue,
  type PlaylistQueueSettings,
} from './playlist-queue-order.ts'

/** The playlist that is playing, as it was last loaded. */
export interface PlaylistQueue {
  list: string
  playlist: PlaylistDetail
  items: Content[]
  /**
   * The ids of all videos that the playlist has contained since playback started, even if they have
   * disappeared.
   */
  known: string[]
}

interface QueueState {
  queue: PlaylistQueue | null
  failed: boolean
}

const unknownState: QueueState = { queue: null, failed: false }
let state = unknownState
const listeners = new Set<() => void>()

/**
 * Returns the playlist that is playing. The playlist is loaded again for each video, so that videos that have
 * disappeared are skipped. Until then, the page shows the playlist as it was before.
 */
export function usePlaylistQueue(list: string): QueueState {
  useEffect(() => void loadPlaylistQueue(list).catch(() => {}), [list])
  const current = useSyncExternalStore(
    subscribe,
    () => state,
    () => unknownState,
  )
  return current.queue === null || current.queue.list === list ? current : unknownState
}

/** Returns the video that is played after the video `id`. Undefined at the end and until the list is loaded. */
export function useNextPlaylistVideo(id: string, settings: PlaylistQueueSettings): Content | undefined {
  const { queue } = usePlaylistQueue(settings.list)
  return queue ? findNext(queue, id, settings) : undefined
}

/**
 * Loads the playlist again after the video `id` has disappeared, and returns the video to play next. Returns
 * undefined if the video was not part of the playlist that was playing.
 */
export async function loadNextAfterMissing(
  id: string,
  settings: PlaylistQueueSettings,
): Promise<Content | undefined> {
  const { queue } = state
  if (queue?.list !== settings.list || !queue.known.includes(id)) return undefined
  return findNext(await loadPlaylistQueue(settings.list), id, settings)
}

function findNext(
  { items, known }: PlaylistQueue,
  id: string,
  settings: PlaylistQueueSettings,
): Content | undefined {
  const order = orderPlaylistQueue(
    known.map((one) => ({ id: one })),
    settings,
  )
  return findNextInPlaylistQueue(
    orderPlaylistQueue(items, settings),
    id,
    settings,
    order.map((one) => one.id),
  )
}

export async function loadPlaylistQueue(list: string): Promise<PlaylistQueue> {
  const before = state.queue?.list === list ? state.queue : null
  if (!before) updateState(unknownState)
  try {
    const [playlist, items] = await Promise.all([
      callApi(getPlaylist, { params: { id: list } }),
      loadAllPlaylistItems(list),
    ])
    const queue = { list, playlist, items, known: mergeKnownIds(before?.known ?? [], items) }
    updateState({ queue, failed: false })
    return queue
  } catch (thrown) {
    // A viewer who has lost access to the playlist, for example by signing out, must no longer see it.
    const isRefused = thrown instanceof ApiCallError && thrown.status < 500
    updateState({ queue: isRefused ? null : before, failed: true })
    throw thrown
  }
}

/** Loads all videos of a playlist that the viewer may see. */
export async function loadAllPlaylistItems(id: string): Promise<Content[]> {
  const items: Content[] = []
  let cursor: string | undefined
  do {
    const page = await callApi(listPlaylistItems, {
      params: { id },
      query: { cursor, limit: pageSizeLimits.max },
    })
    items.push(...page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  return items
}

/**
 * Inserts the ids that have disappeared into the current order, each after the id that last preceded it.
 */
export function mergeKnownIds(before: string[], items: { id: string }[]): string[] {
  const merged = items.map(({ id }) => id)
  before.forEach((id, index) => {
    if (!merged.includes(id)) merged.splice(merged.indexOf(before[index - 1] ?? '') + 1, 0, id)
  })
  return merged
}

function updateState(next: QueueState): void {
  state = next
  for (const notifyListener of listeners) notifyListener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
