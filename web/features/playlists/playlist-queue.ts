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

/** The most recently loaded version of the playlist that is playing. */
export interface PlaylistQueue {
  list: string
  playlist: PlaylistDetail
  items: Content[]
  /**
   * The ids of all videos that have been in the playlist since playback started. The list includes videos
   * that have disappeared since then.
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
 * Returns the playlist that is playing. The playlist is reloaded for each video, so videos that have
 * disappeared are skipped. While the playlist is being reloaded, the page shows the previously loaded
 * version.
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

/**
 * Returns the video that comes after the video `id` in the playing order. Returns undefined at the end of the
 * playlist, and until the playlist has been loaded.
 */
export function useNextPlaylistVideo(id: string, settings: PlaylistQueueSettings): Content | undefined {
  const { queue } = usePlaylistQueue(settings.list)
  return queue ? findNext(queue, id, settings) : undefined
}

/**
 * Reloads the playlist after the video `id` has disappeared, and returns the video to play next. Returns
 * undefined if the video `id` did not belong to the playlist that was playing.
 */
export async function loadNextAfterMissingVideo(
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
    const queue = { list, playlist, items, known: insertMissingVideoIds(before?.known ?? [], items) }
    updateState({ queue, failed: false })
    return queue
  } catch (thrown) {
    // A viewer who has lost access to the playlist, for example by signing out, must no longer see its
    // contents.
    const isRefused = thrown instanceof ApiCallError && thrown.status < 500
    updateState({ queue: isRefused ? null : before, failed: true })
    throw thrown
  }
}

/** Loads all videos of a playlist that the viewer is allowed to see. */
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
 * Returns the ids in the current order, including the ids of videos that have disappeared. A video that has
 * disappeared is placed after the video that it followed in the previous order.
 */
export function insertMissingVideoIds(before: string[], items: { id: string }[]): string[] {
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
