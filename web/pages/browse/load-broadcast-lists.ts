import { type Broadcast, listBroadcasts } from '#contract/broadcasts/broadcasts.ts'
import {
  listScheduledBroadcasts,
  type ScheduledBroadcast,
} from '#contract/broadcasts/scheduled-broadcasts.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'

type LoaderArgs = Parameters<typeof createApiClientFromContext>[0]

/**
 * Loads the broadcasts on air. With `creator`, loads only the broadcasts of this creator. Returns an empty list if
 * broadcasts are turned off (`LIVE=off`).
 */
export function loadLiveNow(args: LoaderArgs, creator?: string): Promise<Broadcast[]> {
  return loadItems(() => createApiClientFromContext(args)(listBroadcasts, { query: { creator } }))
}

/** Loads the scheduled broadcasts in the same way. */
export function loadScheduledBroadcasts(args: LoaderArgs, creator?: string): Promise<ScheduledBroadcast[]> {
  return loadItems(() => createApiClientFromContext(args)(listScheduledBroadcasts, { query: { creator } }))
}

async function loadItems<Item>(load: () => Promise<{ items: Item[] }>): Promise<Item[]> {
  try {
    return (await load()).items
  } catch (thrown) {
    if (thrown instanceof ApiCallError) return []
    throw thrown
  }
}
