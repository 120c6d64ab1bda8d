import {
  getWatchHistoryState,
  type WatchHistoryState,
  putPlaybackPosition,
} from '#contract/engagement/watch-history.ts'
import { callApi, sendApiBeacon } from '#web/api/api-client.ts'

/**
 * Whether the account syncs its watch history with the server. The state is undefined until the server has
 * responded. The promise `loading` resolves when the response arrives.
 */
let known: { userId: string; state?: WatchHistoryState; loading?: Promise<void> } | undefined

/**
 * Loads the sync state once for each account. Until the sync state has been loaded, no position is sent to
 * the server.
 */
export async function ensureWatchHistoryStateLoaded(userId: string): Promise<void> {
  if (!userId) return
  if (known?.userId !== userId) known = { userId, loading: loadHistoryState(userId) }
  await known.loading
}

async function loadHistoryState(userId: string): Promise<void> {
  const loaded = await callApi(getWatchHistoryState, {}).catch(() => null)
  // While the request was pending, the person may have signed out or answered the prompt.
  if (known?.userId !== userId || known.state) return
  known = loaded ? { userId, state: loaded.state } : undefined
}

/** Returns the sync state if it has been loaded. */
export function getCachedWatchHistoryState(userId: string): WatchHistoryState | undefined {
  return known?.userId === userId ? known.state : undefined
}

/** Records the sync state that the person has just chosen on this page. */
export function setCachedWatchHistoryState(userId: string, state: WatchHistoryState): void {
  known = { userId, state }
}

/**
 * Saves a playback position in the watch history if the person syncs the history. The browser completes the
 * request even if the page is closing. A failed request is not retried, because a newer position will follow.
 */
export async function syncPlaybackPosition(
  userId: string,
  id: string,
  seconds: number,
  secondsAgo = 0,
): Promise<void> {
  if (getCachedWatchHistoryState(userId) !== 'on') return
  await sendApiBeacon(putPlaybackPosition, { params: { id }, body: { seconds, seconds_ago: secondsAgo } })
}
