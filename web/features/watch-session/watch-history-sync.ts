import {
  getWatchHistoryState,
  type WatchHistoryState,
  putPlaybackPosition,
} from '#contract/engagement/watch-history.ts'
import { callApi, sendApiBeacon } from '#web/api/api-client.ts'

/**
 * Whether the account syncs its watch history. The state is undefined until the server has answered, and
 * `loading` is fulfilled when it has.
 */
let known: { userId: string; state?: WatchHistoryState; loading?: Promise<void> } | undefined

/** Loads the state once for each account. Without it, no position is sent to the server. */
export async function loadWatchHistoryStateOnce(userId: string): Promise<void> {
  if (!userId) return
  if (known?.userId !== userId) known = { userId, loading: loadHistoryState(userId) }
  await known.loading
}

async function loadHistoryState(userId: string): Promise<void> {
  const loaded = await callApi(getWatchHistoryState, {}).catch(() => null)
  // The person may have signed out, or answered the question, while the request was pending.
  if (known?.userId !== userId || known.state) return
  known = loaded ? { userId, state: loaded.state } : undefined
}

/** Returns the state if it is loaded. */
export function getKnownWatchHistoryState(userId: string): WatchHistoryState | undefined {
  return known?.userId === userId ? known.state : undefined
}

/** Records a state that the person has just chosen on this page. */
export function setKnownWatchHistoryState(userId: string, state: WatchHistoryState): void {
  known = { userId, state }
}

/**
 * Saves a position in the watch history if the person syncs it. The request is also completed while the page is
 * closing. A lost position is not sent again, because a newer one follows.
 */
export async function syncPlaybackPosition(
  userId: string,
  id: string,
  seconds: number,
  secondsAgo = 0,
): Promise<void> {
  if (getKnownWatchHistoryState(userId) !== 'on') return
  await sendApiBeacon(putPlaybackPosition, { params: { id }, body: { seconds, seconds_ago: secondsAgo } })
}
