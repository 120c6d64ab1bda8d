import { type Broadcast, listBroadcasts } from '#contract/broadcasts/broadcasts.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'

/** Loads the broadcasts on air. Without `LIVE=on`, there are none. */
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
