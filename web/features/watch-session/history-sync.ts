import {
  getHistoryState,
  type HistoryState,
  putPlaybackPosition,
} from '#contract/engagement/watch-history.ts'
import { callApi, sendApiBeacon } from '#web/api/api-client.ts'

/** Whether the account syncs its watch history. Undefined until the server has answered. */
let known: { userId: string; state?: HistoryState } | undefined

/** Loads the state once for each account. Without it, no position is sent to the server. */
export async function loadHistoryStateOnce(userId: string): Promise<void> {
  if (!userId || known?.userId === userId) return
  known = { userId }
  const loaded = await callApi(getHistoryState, {}).catch(() => null)
  if (known.userId !== userId) return
  known = loaded ? { userId, state: loaded.state } : undefined
}

/** Records a state that the person has just chosen on this page. */
export function setHistoryState(userId: string, state: HistoryState): void {
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
  if (known?.userId !== userId || known.state !== 'on') return
  await sendApiBeacon(putPlaybackPosition, { params: { id }, body: { seconds, seconds_ago: secondsAgo } })
}
