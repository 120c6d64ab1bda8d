import { type Broadcast, getBroadcast } from '#contract/broadcasts/broadcasts.ts'
import type { ContentDetail } from '#contract/content/content.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'

/** Loads the broadcast of an item that has no recording yet. Returns null for all other items. */
export async function loadBroadcast(
  args: Parameters<typeof createLoaderApiClient>[0],
  { id, stream_status }: ContentDetail,
): Promise<Broadcast | null> {
  return stream_status === 'live' ? createLoaderApiClient(args)(getBroadcast, { params: { id } }) : null
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
