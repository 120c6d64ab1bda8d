import { type Broadcast, listBroadcasts } from '#contract/broadcasts/broadcasts.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'

/**
 * Loads the broadcasts that are on air. Returns an empty list if broadcasts are turned off (no `LIVE=on`).
 */
export async function loadLiveNow(
  args: Parameters<typeof createApiClientFromContext>[0],
): Promise<Broadcast[]> {
  try {
    const { items } = await createApiClientFromContext(args)(listBroadcasts, {})
    return items
  } catch (thrown) {
    if (thrown instanceof ApiCallError) return []
    throw thrown
  }
}
