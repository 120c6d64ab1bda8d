import { type Broadcast, getBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { getScheduledBroadcast, type ScheduledBroadcast } from '#contract/broadcasts/scheduled-broadcasts.ts'
import type { ContentDetail } from '#contract/content/content.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'

type LoaderArgs = Parameters<typeof createLoaderApiClient>[0]

/**
 * Loads the broadcast of an item that has no recording yet, or the scheduled broadcast if it has not started. Returns
 * null for all other items.
 */
export async function loadBroadcast(
  args: LoaderArgs,
  { id, stream_status }: ContentDetail,
): Promise<Broadcast | ScheduledBroadcast | null> {
  if (stream_status !== 'live') return null
  const params = { id }
  return (await loadScheduledBroadcast(args, params)) ?? createLoaderApiClient(args)(getBroadcast, { params })
}

async function loadScheduledBroadcast(
  args: LoaderArgs,
  params: { id: string },
): Promise<ScheduledBroadcast | null> {
  try {
    return await createApiClientFromContext(args)(getScheduledBroadcast, { params })
  } catch (thrown) {
    if (thrown instanceof ApiCallError && thrown.status === 404) return null
    throw thrown
  }
}

/** Returns whether a video is the recording of a broadcast, whose chat is shown beside it. */
export async function loadHasChatReplay(
  args: Parameters<typeof createLoaderApiClient>[0],
  { id, content_type: type, stream_status: status }: ContentDetail,
): Promise<boolean> {
  if (type !== 'live' || status !== 'ready') return false
  return createApiClientFromContext(args)(getBroadcast, { params: { id } }).then(
    () => true,
    () => false, // an uploaded video has no broadcast
  )
}
